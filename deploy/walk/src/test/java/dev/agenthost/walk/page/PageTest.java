package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.agenthost.walk.FrontDoor;
import dev.agenthost.walk.WalkBox;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a person sees and does, in a real browser on one real box. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest {

    private static final String LED = "led";

    private InstalledBrowser browser;
    private WalkBox walk;
    private Puppet puppet;

    @BeforeAll
    void start() throws Exception {
        browser = InstalledBrowser.startOrSkip();
        PlaywrightAssertions.setDefaultAssertionTimeout(90_000);
        walk = new WalkBox(1);
        puppet = new Puppet(walk.box);
        awaitPuppet();
        walk.demo.bind(LED, walk.demo.agent("page-" + LED, Puppet.RUNNER_ID, FrontDoor.JSON.createObjectNode()));
    }

    @AfterAll
    void stop() {
        if (puppet != null) {
            puppet.close();
        }
        if (walk != null) {
            walk.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    private String key() {
        return walk.box.apiKey();
    }

    /** The bot {@link #LED} is there: the runner comes by the front door, which some tests take away. */
    private void awaitPuppet() {
        await().atMost(Duration.ofSeconds(60)).until(puppet::isRegistered);
    }

    private Chat someone() {
        return someone(1180, 760);
    }

    private Chat someone(int width, int height) {
        return new Chat(browser.browser(), walk.box.frontDoor().toString(), width, height);
    }

    @Test
    void theKeyLeavesTheAddressBarAndIsNeverPartOfARequest() {
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

            assertThat(chat.page).hasURL(walk.box.frontDoor() + "/");
            assertThat(chat.asked).isNotEmpty().noneMatch(url -> url.contains(key()));
            chat.page.reload();
            assertThat(chat.composer()).isVisible();
        }
    }

    /** Somebody's link must not make this browser speak with somebody's key. */
    @Test
    void anotherKeyInAnAddressIsNotTakenUnasked() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.page.navigate("about:blank");
            chat.open("#key=ah_somebody_elses");
            chat.page.getByText("Keep mine").click();
            assertThat(chat.composer()).isVisible();
            assertThat(chat.page).hasURL(walk.box.frontDoor() + "/");
        }
    }

    @Test
    void anAnswerIsShownWhileItIsSaidAndTheWholeReplacesThePieces() {
        awaitPuppet();
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Tell me");
            puppet.says("Once ");
            assertThat(chat.answers()).containsText("Once");
            assertThat(chat.turns("running")).isVisible();
            puppet.says("upon a time");
            assertThat(chat.answers()).containsText("Once upon a time");
            assertThat(chat.turns("completed")).hasCount(0);
            puppet.concludes("Once upon **another** time");
            puppet.says("And then");
            puppet.concludes("And then it ended.");
            puppet.ends();

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).hasCount(2);
            assertThat(chat.answers().first().locator("strong")).hasText("another");
            assertThat(chat.answers().last()).containsText("And then it ended.");
            assertThat(chat.page.locator("[role=status]")).containsText("it ended");
        }
    }

    @Test
    void aReloadFindsTheRunThatIsStillSpeaking() {
        awaitPuppet();
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Go on");
            puppet.says("first ");
            assertThat(chat.answers()).containsText("first");

            chat.page.reload();

            assertThat(chat.answers()).containsText("first");
            puppet.says("second");
            puppet.concludes("first second");
            puppet.ends();
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).hasCount(1);
            assertThat(chat.answers()).containsText("first second");
        }
    }

    @Test
    void historyComesInPagesAlsoInAnotherBrowser() {
        var conversation = fresh();
        for (int i = 0; i < 45; i++) {
            walk.door.say("demo", conversation, fresh(), "number " + i + ".");
        }
        await().atMost(Duration.ofSeconds(90))
                .until(() -> walk.door.spoken("demo", conversation).size() == 45);

        try (var chat = someone()) {
            chat.enter(key(), "&c=" + conversation);
            assertThat(chat.last()).containsText("number 44.");
            assertThat(chat.page.getByText("Earlier messages")).isVisible();
            assertThat(chat.turns().count()).isLessThan(45);

            var first = chat.page.getByText("number 0.");
            for (int i = 0; i < 10 && first.count() == 0; i++) {
                int before = chat.turns().count();
                chat.page.locator("#thread").evaluate("thread => { thread.scrollTop = 0; }");
                await().atMost(Duration.ofSeconds(60)).until(() -> chat.turns().count() > before || first.count() > 0);
            }

            assertThat(chat.turns()).hasCount(45);
            assertThat(chat.turns().first()).containsText("number 0.");
            assertThat(chat.page.getByText("Earlier messages")).hasCount(0);
            chat.page.reload();
            assertThat(chat.last()).containsText("number 44.");
        }
    }

    @Test
    void aPersonCancelsWithEscapeOrWithTheButton() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.say("sleep 60");
            assertThat(chat.page.getByText("sleep is at work")).isVisible();
            chat.page.keyboard().press("Escape");
            assertThat(chat.turns("cancelled")).hasCount(1);

            chat.say("sleep 61");
            chat.last()
                    .getByText("Cancel", new Locator.GetByTextOptions().setExact(true))
                    .click();
            assertThat(chat.turns("cancelled")).hasCount(2);
            chat.picture("cancelled");
        }
    }

    @Test
    void whatWentWrongIsToldPlainlyAndStaysTold() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.say("fail");
            assertThat(chat.turns("failed")).containsText("The assistant could not answer this.");
            chat.say("alive again");
            assertThat(chat.turns("completed")).hasCount(1);
            var address = chat.page.url();
            chat.picture("failed");

            try (var elsewhere = someone()) {
                elsewhere.enter(key(), "&" + address.substring(address.indexOf('#') + 1));
                assertThat(elsewhere.turns("failed")).containsText("The assistant could not answer this.");
                assertThat(elsewhere.turns("completed")).containsText("alive again");
            }
        }
    }

    @Test
    void nobodyAnswersIsToldWithItsReasonAndWhatToDo() {
        try (var chat = someone()) {
            chat.talkTo("nobody-home", fresh(), key());
            chat.say("is anybody there?");
            assertThat(chat.turns("unanswered")).containsText("No agent is bound to nobody-home.");
            assertThat(chat.turns("unanswered")).containsText("/api/v1/bindings");
            chat.picture("nobody-answers");
        }
    }

    @Test
    void aStreamThatIsCutGoesOnWithoutAGapOrADoubling() throws Exception {
        awaitPuppet();
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Slowly");
            puppet.says("one ");
            assertThat(chat.answers()).containsText("one");

            walk.box.hold("delivery-service", 1);
            puppet.says("two ");
            assertThat(chat.page.getByText("Reconnecting")).isVisible();
            chat.picture("reconnecting");
            puppet.says("three ");
            walk.box.release("delivery-service", 1);

            assertThat(chat.answers()).containsText("one two three");
            assertThat(chat.page.getByText("Reconnecting")).hasCount(0);
            walk.box.kill("delivery-service", 1);
            puppet.says("four");
            assertThat(chat.answers()).containsText("one two three four");
            assertThat(chat.answers().innerText().strip()).endsWith("one two three four");
            puppet.concludes("one two three four");
            puppet.ends();
            assertThat(chat.turns("completed")).hasCount(1);
            walk.awaitReady();
        }
    }

    @Test
    void aMessageThatTheHostDidNotTakeIsSentAgainOnce() throws Exception {
        try (var chat = someone()) {
            var conversation = fresh();
            chat.enter(key(), "&c=" + conversation);
            walk.box.hold("front-door", 1);
            chat.say("into the void");
            assertThat(chat.turns("unsent")).containsText("The host cannot be reached.");
            assertThat(chat.page.locator(".banner")).isVisible();
            chat.picture("host-away");
            walk.box.release("front-door", 1);
            assertThat(chat.page.locator(".banner")).hasCount(0);

            chat.page.reload();
            chat.page.getByText("Send again").click();

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.turns()).hasCount(1);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> walk.door.spoken("demo", conversation).equals(List.of("into the void")));
            walk.awaitReady();
        }
    }

    @Test
    void markupInAMessageDoesNothing() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.say(
                    "<img src=x onerror=\"window.pwned=1\"> <script>window.pwned=2</script> [a](javascript:window.pwned=3)"
                            + " ![b](https://elsewhere.example/b.png) [c](https://elsewhere.example/c \"t\\\" onclick=\\\"window.pwned=4\")"
                            + " [d](data:text/html,x) [e](#key=other) <a href=\"javascript:window.pwned=5\">f</a>\n\n"
                            + "```x\"><img/src=y/onerror=window.pwned=6>\n</code></pre><script>window.pwned=7</script>\n```");
            assertThat(chat.turns("completed")).hasCount(1);

            assertThat(chat.page.locator(".answer img, .answer script, .answer iframe, .said img"))
                    .hasCount(0);
            var links = chat.page.locator(".answer a");
            assertThat(links).hasCount(2);
            for (var link : links.all()) {
                assertThat(link).hasAttribute("rel", "noopener noreferrer");
                assertThat(link).hasAttribute("target", "_blank");
                assertThat(link.getAttribute("href")).startsWith("https://elsewhere.example/");
                assertThat(link.getAttribute("onclick")).isNull();
            }
            assertThat(chat.page.evaluate("window.pwned === undefined")).isEqualTo(true);
            assertThat(chat.asked).allMatch(url -> url.startsWith(walk.box.frontDoor() + "/"));
            assertThat(chat.errors).isEmpty();
        }
    }

    @Test
    void fitsAPhoneWithoutScrollingSideways() {
        try (var chat = someone(360, 740)) {
            chat.enter(key(), "");
            chat.say("A word of its own: " + "wide".repeat(60) + "\n\n```\n" + "a long line of code ".repeat(20)
                    + "\n```\n\n| " + "column | ".repeat(12) + "\n|" + "---|".repeat(12));
            assertThat(chat.turns("completed")).hasCount(1);
            chat.picture("phone");

            assertThat(chat.width()).isEqualTo(360);
            chat.page
                    .getByLabel("Conversations", new Page.GetByLabelOptions().setExact(true))
                    .first()
                    .click();
            assertThat(chat.page.getByLabel("New conversation")).isVisible();
            chat.picture("phone-conversations");
            chat.page.keyboard().press("Escape");
            assertThat(chat.page.getByLabel("New conversation")).not().isVisible();
        }
    }

    @Test
    void worksWithTheKeyboardAlone() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            assertThat(chat.composer()).isFocused();
            chat.page.keyboard().type("first line");
            chat.page.keyboard().press("Shift+Enter");
            chat.page.keyboard().type("second line");
            chat.page.keyboard().press("Enter");
            assertThat(chat.turns("completed").locator(".said p")).hasText("first line\nsecond line");
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
            assertThat(chat.page.locator(".shelf li")).hasText("By hand");
            chat.page.reload();
            assertThat(chat.page.locator("h1")).hasText("By hand");
            chat.page.keyboard().press("Shift+Tab");

            chat.page.getByLabel("Remove this conversation from the list").press("Enter");
            assertThat(chat.page.locator(".shelf li")).hasCount(0);
            chat.page.getByText("Put it back").press("Enter");
            assertThat(chat.last()).containsText("first line");
        }
    }

    private static boolean focused(Locator locator) {
        return Boolean.TRUE.equals(locator.evaluate("it => it === document.activeElement"));
    }

    @Test
    void isDarkWhereTheSystemIsUnlessThePersonSaysOtherwise() {
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
            chat.picture("dark");
        }
    }

    /** Of the ground, 0 to 255. */
    private static int lightness(Chat chat) {
        return Integer.parseInt(
                String.valueOf(chat.page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")));
    }
}
