package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import org.junit.jupiter.api.Test;

/** Scenarios of the key that the page uses. */
interface PageLogin extends PageScenario {

    @Test
    default void theKeyLeavesTheAddressBarAndIsNeverPartOfARequest() {
        try (var chat = someone()) {
            chat.open("");
            assertThat(chat.keyField()).isFocused();
            chat.picture("asks-for-a-key");
            chat.page.keyboard().type("wrong");
            chat.page.keyboard().press("Enter");
            assertThat(chat.page.getByText("The key is unknown or revoked.")).isVisible();

            chat.page.navigate("about:blank");
            chat.enter(key(), "");

            assertThat(chat.page).hasURL(walk().box.frontDoor() + "/");
            assertThat(chat.asked).isNotEmpty().noneMatch(url -> url.contains(key()));
            chat.page.reload();
            assertThat(chat.composer()).isVisible();
        }
    }

    @Test
    default void aLateAnswerToAnOlderKeyDoesNotCloseThePage() {
        try (var chat = someone()) {
            chat.open("");
            var late = chat.hold("**/api/v1/caller");
            chat.keyField().fill("ah_of_yesterday");
            chat.page.waitForRequest("**/api/v1/caller", () -> chat.keyField().press("Enter"));
            chat.keyField().fill(key());
            chat.keyField().press("Enter");
            assertThat(chat.composer()).isVisible();

            chat.answer(late.getFirst(), 401);

            assertThat(chat.composer()).isVisible();
            chat.page.reload();
            assertThat(chat.composer()).isVisible();
        }
    }

    @Test
    default void whereTheHostCannotBeReachedThePageSaysSoAndOpensByItself() {
        try (var chat = someone()) {
            chat.open("");
            chat.page.route("**/api/v1/caller", Route::abort);
            chat.keyField().fill(key());
            chat.keyField().press("Enter");
            assertThat(chat.page.getByText("The host cannot be reached.")).isVisible();
            assertThat(chat.keyField()).hasCount(0);

            chat.page.unroute("**/api/v1/caller");

            assertThat(chat.composer()).isVisible();
        }
    }

    @Test
    default void afterTheKeyIsForgottenNothingOfItIsLeft() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.page.getByLabel("Your name").fill("Ada");
            chat.say("between us");
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.kept()).contains("between us", "Ada", "token=");

            chat.page.getByText("Remove the key").click();

            assertThat(chat.keyField()).isFocused();
            assertThat(chat.kept()).isEqualTo("{}");
            assertThat(chat.page).hasURL(walk().box.frontDoor() + "/");
            assertThat(chat.page).hasTitle("Agent Host");
            chat.keyField().fill(key());
            chat.keyField().press("Enter");
            assertThat(chat.composer()).isVisible();
            assertThat(chat.conversations()).hasCount(0);
        }
    }

    @Test
    default void anotherKeyFindsNothingOfWhatWasKeptForTheFirst() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.page.getByLabel("Your name").fill("Ada");
            chat.say("between us");
            assertThat(chat.turns("completed")).hasCount(1);

            changeTo(chat, walk().box.keys().operatorKey().key());
            assertThat(chat.conversations()).hasCount(0);
            assertThat(chat.page.getByLabel("Your name")).hasValue("");

            changeTo(chat, key());
            assertThat(chat.conversations()).hasText("between us");
            assertThat(chat.page.getByLabel("Your name")).hasValue("Ada");
        }
    }

    private static void changeTo(ChatPage chat, String key) {
        chat.page.navigate("about:blank");
        chat.open("#key=" + key);
        chat.page.getByText("Use the new key").click();
        assertThat(chat.composer()).isVisible();
    }

    /** A foreign link must not make this browser use a foreign key. */
    @Test
    default void anotherKeyInAnAddressIsNotTakenUnasked() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.page.navigate("about:blank");
            chat.open("#key=ah_somebody_elses");
            chat.page.getByText("Use the stored key").click();
            assertThat(chat.composer()).isVisible();
            assertThat(chat.page).hasURL(walk().box.frontDoor() + "/");
        }
    }
}
