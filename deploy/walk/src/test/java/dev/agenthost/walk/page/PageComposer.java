package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.agenthost.local.plan.Demo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests messages that a person writes: none is lost, each is found again, and each is rendered as intended. */
interface PageComposer extends PageScenario {

    @Test
    default void whatIsWrittenOfflineIsSentInItsOrderOnceTheConnectionIsBack() {
        var conversation = fresh();
        try (var chat = someone()) {
            chat.enter(key(), "&c=" + conversation);
            chat.offline(true);
            chat.say("in the tunnel");
            chat.say("still in the tunnel");
            assertThat(chat.turns("unsent")).hasCount(2);
            assertThat(chat.turns("unsent").first()).containsText("Not sent yet");
            chat.picture("offline");
            chat.offline(false);

            assertThat(chat.turns("completed")).hasCount(2);
            await().atMost(Duration.ofSeconds(60)).until(() -> walk().door
                    .spoken("demo", conversation)
                    .equals(List.of("in the tunnel", "still in the tunnel")));
        }
    }

    @Test
    default void whatWasWrittenOutlivesAReloadAlsoWhereItWasNotSentYet() {
        var conversation = fresh();
        try (var chat = someone()) {
            chat.enter(key(), "&c=" + conversation);
            chat.page.route("**/api/v1/events", Route::abort);
            chat.say("not lost");
            assertThat(chat.turns("unsent")).hasCount(1);
            chat.composer().pressSequentially("half a thought");
            chat.page.reload();
            assertThat(chat.turns().first()).containsText("not lost");
            assertThat(chat.composer()).hasValue("half a thought");
            chat.page.unroute("**/api/v1/events");

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.turns()).hasCount(1);
            assertThat(chat.composer()).hasValue("half a thought");
        }
    }

    @Test
    default void tooLongATextIsRefusedBeforeTheFieldIsEmptied() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            var text = "long ".repeat(30_000);
            chat.composer().fill(text);
            chat.composer().press("Enter");

            assertThat(chat.page.locator(".too-long")).containsText("150,000 characters; the limit is 131,072");
            assertThat(chat.composer()).hasValue(text);
            assertThat(chat.turns()).hasCount(0);
            chat.composer().fill("short");
            assertThat(chat.page.locator(".too-long")).isEmpty();
        }
    }

    @Test
    default void aMessageIsCopiedEditedAndTriedAgain() {
        try (var chat = someone()) {
            chat.page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            chat.enter(key(), "");
            chat.say("fail");
            assertThat(chat.turns("failed")).hasCount(1);
            chat.turns("failed").getByText("Retry").click();
            assertThat(chat.turns("failed")).hasCount(2);
            chat.picture("failed-with-retry");

            chat.turns().first().hover();
            chat.turns().first().getByLabel("Edit and send again").click();
            assertThat(chat.composer()).hasValue("fail");
            assertThat(chat.page.getByText("This is sent as a new one.")).isVisible();
            chat.say("do not fail");
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.page.locator(".editing")).hasCount(0);
            assertThat(chat.last().locator("time").first()).hasText(java.util.regex.Pattern.compile("\\d\\d:\\d\\d"));

            chat.last().hover();
            chat.last().getByLabel("Copy the answer").click();
            assertThat(chat.last().getByText("Copied")).isVisible();
            assertThat(String.valueOf(chat.page.evaluate("navigator.clipboard.readText()")))
                    .contains("do not fail");
        }
    }

    @Test
    default void theConversationIsSearchedToItsBeginning() {
        var conversation = fresh();
        for (int i = 0; i < 25; i++) {
            var text = i == 0 ? "the needle is here" : "straw number " + i;
            walk().door.follow(walk().door.say("demo", conversation, fresh(), text).stream());
        }
        await().atMost(Duration.ofSeconds(90))
                .until(() -> walk().door.spoken("demo", conversation).size() == 25);
        try (var chat = someone()) {
            chat.enter(key(), "&c=" + conversation);
            assertThat(chat.last()).containsText("straw number 24");
            chat.page.getByLabel("Search in the conversation").first().click();
            var search = chat.page.locator("#search");
            assertThat(search).isFocused();
            chat.page.keyboard().type("NEEDLE");

            assertThat(chat.page.locator(".search [role=status]")).hasText("2 of 2");
            assertThat(chat.turns().first()).isInViewport();
            search.press("Enter");
            assertThat(chat.page.locator(".search [role=status]")).hasText("1 of 2");
            chat.picture("search");
            search.fill("hay");
            assertThat(chat.page.locator(".search [role=status]")).hasText("Nothing found");
            search.press("Escape");
            assertThat(search).hasCount(0);
            assertThat(chat.composer()).isFocused();
        }
    }

    @Test
    default void anyFileGoesWithAMessageAndComesBackAsItWas() throws IOException {
        try (var chat = someone()) {
            chat.talkTo(Demo.THINKING_BOT, fresh(), key());
            var notes = "eins, zwei".getBytes(StandardCharsets.UTF_8);
            chat.attach(new FilePayload("notes.csv", "text/csv", notes));
            assertThat(chat.attachments()).containsText("notes.csv");
            chat.picture("file-attached");
            chat.say("What is in it?");
            assertThat(chat.turns("completed")).hasCount(1);
            chat.page.reload();
            var file = chat.page.getByLabel("Download notes.csv");
            var saved = chat.page.waitForDownload(() -> file.click());

            assertThat(saved.suggestedFilename()).isEqualTo("notes.csv");
            assertThat(Files.readAllBytes(saved.path())).isEqualTo(notes);
            chat.picture("file-sent");
            assertThat(chat.errors).isEmpty();
        }
    }

    @Test
    default void aBotIsChosenFromTheListOrNamed() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            assertThat(chat.page.locator("#bot option[value='" + LED + "']")).hasCount(1);
            chat.picture("bots");
            chat.page.locator("#bot").selectOption(LED);
            assertThat(chat.page.locator(".head .bot")).hasText(LED);
            chat.page.locator("#bot").selectOption("");
            chat.page.locator("input#bot").fill("somebody");
            chat.page.locator("input#bot").press("Enter");
            assertThat(chat.page.locator(".head .bot")).hasText("somebody");
        }
    }

    @Test
    default void codeIsColouredAndMathematicsIsSet() {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Show me");
            var answer = """
                    The sum of the first $n$ numbers is \\(\\frac{n(n+1)}{2}\\); it costs $5 or $6.

                    $$
                    \\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}
                    $$

                    ```python
                    def total(n):
                        return sum(range(n + 1))  # all of them
                    ```
                    """;
            puppet().says(answer);
            puppet().concludes(answer);
            puppet().ends();

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers().locator("math")).hasCount(3);
            assertThat(chat.answers().locator("math[display=block] mfrac")).hasCount(1);
            assertThat(chat.answers()).containsText("it costs $5 or $6.");
            assertThat(chat.answers().locator(".hljs-keyword").first()).hasText("def");
            chat.picture("code-and-mathematics");
            chat.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            chat.picture("code-and-mathematics-dark");
            assertThat(chat.asked).allMatch(url -> url.startsWith(walk().box.frontDoor() + "/"));
            assertThat(chat.errors).isEmpty();
        }
    }

    @Test
    default void speaksChineseWhereTheBrowserDoes() {
        try (var chat = someone(1180, 760, "zh-CN")) {
            chat.enter(key(), "");
            assertThat(chat.page.locator("html")).hasAttribute("lang", "zh-CN");
            assertThat(chat.composer()).hasAttribute("placeholder", "发消息给 demo");
            chat.say("fail");
            assertThat(chat.turns("failed")).containsText("助手未能回答。");
            assertThat(chat.last().getByText("重试", new Locator.GetByTextOptions().setExact(true)))
                    .isVisible();
            chat.picture("chinese");
        }
    }
}
