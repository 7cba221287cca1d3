package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** With which key the page speaks. */
interface Entering extends OnThePage {

    @Test
    default void theKeyLeavesTheAddressBarAndIsNeverPartOfARequest() {
        try (var chat = someone()) {
            chat.open("");
            assertThat(chat.page.getByLabel("Key", new Page.GetByLabelOptions().setExact(true)))
                    .isFocused();
            chat.picture("asks-for-a-key");
            chat.page.keyboard().type("wrong");
            chat.page.keyboard().press("Enter");
            assertThat(chat.page.getByText("This key opens nothing.")).isVisible();

            chat.page.navigate("about:blank");
            chat.enter(key(), "");

            assertThat(chat.page).hasURL(walk().box.frontDoor() + "/");
            assertThat(chat.asked).isNotEmpty().noneMatch(url -> url.contains(key()));
            chat.page.reload();
            assertThat(chat.composer()).isVisible();
        }
    }

    /** Somebody's link must not make this browser speak with somebody's key. */
    @Test
    default void anotherKeyInAnAddressIsNotTakenUnasked() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.page.navigate("about:blank");
            chat.open("#key=ah_somebody_elses");
            chat.page.getByText("Keep mine").click();
            assertThat(chat.composer()).isVisible();
            assertThat(chat.page).hasURL(walk().box.frontDoor() + "/");
        }
    }
}
