package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** It reads well, on a phone and in the dark, and needs no mouse. */
interface PageAccessibility extends PageScenario {

    String CODE = """
            RunnerPlugin.of("acme", "shout").runner(spec, (context, out, api) -> {
                out.message(context.input().text().toUpperCase());
            });
            """;

    String ANSWER = """
            A runner is one function. It gets a **context** and says its answer, piece by piece:

            ```java
            """ + CODE + """
            ```

            1. Connect with the runner key
            2. Say what you have to say, *as* you say it
            3. Return, and the run is over

            | Call | What it is |
            |---|---|
            | `out.delta` | a piece, shown while it is said |
            | `out.message` | the whole, kept in the transcript |
            """;

    @Test
    default void anAnswerIsSetAsItIsMeant() {
        try (var chat = someone()) {
            chat.page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            chat.talkTo(LED, fresh(), key());
            chat.say("How do I write a runner in Java?");
            puppet().says(ANSWER.substring(0, ANSWER.length() / 3));
            puppet().says(ANSWER.substring(ANSWER.length() / 3));
            puppet().concludes(ANSWER);
            puppet().ends();
            assertThat(chat.turns("completed")).hasCount(1);

            assertThat(chat.answers().locator("ol > li")).hasCount(3);
            assertThat(chat.answers().locator("table td").first()).hasText("out.delta");
            chat.answers().getByText("Copy").click();
            assertThat(chat.answers().getByText("Copied")).isVisible();
            assertThat(chat.page.evaluate("navigator.clipboard.readText()")).isEqualTo(CODE);

            chat.say("And how do I try it?");
            puppet().says(
                            "Start it with the runner key, and it is listed under `GET /api/v1/runners`. Bind it to a bot, and");
            assertThat(chat.answers().last()).containsText("Bind it to a bot");
            chat.picture("light");
            chat.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            chat.picture("dark");
            puppet().ends();
            assertThat(chat.turns("completed")).hasCount(2);
        }
    }

    @Test
    default void fitsAPhoneWithoutScrollingSideways() {
        try (var chat = someone(360, 740)) {
            chat.enter(key(), "");
            chat.say("A word of its own: " + "wide".repeat(60) + "\n\n```\n" + "a long line of code ".repeat(20)
                    + "\n```\n\n| " + "column | ".repeat(12) + "\n|" + "---|".repeat(12));
            assertThat(chat.turns("completed")).hasCount(1);
            chat.picture("phone");

            assertThat(chat.width()).isEqualTo(360);
            chat.page.locator(".menu").click();
            assertThat(chat.page.getByLabel("New conversation")).isVisible();
            chat.picture("phone-conversations");
            chat.page.keyboard().press("Escape");
            assertThat(chat.page.getByLabel("New conversation")).not().isVisible();
        }
    }

    @Test
    default void worksWithTheKeyboardAlone() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            assertThat(chat.composer()).isFocused();
            chat.page.keyboard().type("first line");
            chat.page.keyboard().press("Shift+Enter");
            chat.page.keyboard().type("second line");
            chat.page.keyboard().press("Enter");
            assertThat(chat.turns("completed").locator(".message p")).hasText("first line\nsecond line");
            assertThat(chat.composer()).isFocused();
            assertThat(chat.composer()).isEmpty();

            var rename = chat.page.getByLabel("Rename this conversation");
            for (int i = 0; i < 40 && !focused(rename); i++) {
                chat.page.keyboard().press("Shift+Tab");
            }
            assertThat(rename).isFocused();
            assertThat(rename.evaluate("it => getComputedStyle(it).outlineStyle"))
                    .isEqualTo("solid");
            chat.page.keyboard().press("Enter");
            assertThat(chat.page.locator("input.title")).isFocused();
            chat.page.keyboard().press("Control+a");
            chat.page.keyboard().type("By hand");
            chat.page.keyboard().press("Enter");
            assertThat(chat.conversations()).hasText("By hand");
            chat.page.reload();
            assertThat(chat.page.locator("h1")).hasText("By hand");
            chat.page.keyboard().press("Shift+Tab");

            chat.page.getByLabel("Remove this conversation from the list").press("Enter");
            assertThat(chat.conversations()).hasCount(0);
            chat.page.getByText("Undo").press("Enter");
            assertThat(chat.last()).containsText("first line");
        }
    }

    private static boolean focused(Locator locator) {
        return Boolean.TRUE.equals(locator.evaluate("it => it === document.activeElement"));
    }

    @Test
    default void isDarkWhereTheSystemIsUnlessThePersonSaysOtherwise() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            assertThat(lightness(chat)).isGreaterThan(200);
            chat.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            assertThat(lightness(chat)).isLessThan(60);
            chat.page.getByLabel("Light").check(new Locator.CheckOptions().setForce(true));
            assertThat(lightness(chat)).isGreaterThan(200);
            chat.page.reload();
            assertThat(chat.composer()).isVisible();
            assertThat(lightness(chat)).isGreaterThan(200);
            chat.page.getByLabel("Dark").check(new Locator.CheckOptions().setForce(true));
            assertThat(lightness(chat)).isLessThan(60);
        }
    }

    /** Of the ground, 0 to 255. */
    private static int lightness(ChatPage chat) {
        return Integer.parseInt(
                String.valueOf(chat.page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")));
    }
}
