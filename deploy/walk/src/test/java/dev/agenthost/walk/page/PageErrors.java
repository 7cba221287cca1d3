package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenarios in which the page reports errors plainly, and recovers from broken connections without a gap or a repetition. */
interface PageErrors extends PageScenario {

    @Test
    default void whatWentWrongIsToldPlainlyAndStaysTold() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.say("fail");
            assertThat(chat.turns("failed")).containsText("The assistant could not answer this.");
            var run = chat.turns("failed").locator(".run-id button").innerText();
            assertThat(walk().door
                            .get("/api/v1/runs/" + run)
                            .body()
                            .path("status")
                            .asText())
                    .isEqualTo("failed");
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
    default void nobodyAnswersIsToldWithItsReasonAndWhatToDo() {
        try (var chat = someone()) {
            chat.talkTo("nobody-home", fresh(), key());
            chat.say("is anybody there?");
            assertThat(chat.turns("unanswered")).containsText("No agent is bound to nobody-home.");
            assertThat(chat.turns("unanswered")).containsText("/api/v1/bindings");
            chat.picture("nobody-answers");
        }
    }

    @Test
    default void aStreamThatIsCutGoesOnWithoutAGapOrADoubling() throws Exception {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Slowly");
            puppet().says("one ");
            assertThat(chat.answers()).containsText("one");

            walk().box.hold("delivery-service", 1);
            puppet().says("two ");
            assertThat(chat.page.getByText("Reconnecting")).isVisible();
            chat.picture("reconnecting");
            puppet().says("three ");
            walk().box.release("delivery-service", 1);

            assertThat(chat.answers()).containsText("one two three");
            assertThat(chat.page.getByText("Reconnecting")).hasCount(0);
            walk().box.kill("delivery-service", 1);
            puppet().says("four");
            assertThat(chat.answers()).containsText("one two three four");
            assertThat(chat.answers().innerText().strip()).endsWith("one two three four");
            puppet().concludes("one two three four");
            puppet().ends();
            assertThat(chat.turns("completed")).hasCount(1);
            walk().awaitReady();
        }
    }

    @Test
    default void aMessageThatTheHostDidNotTakeIsSentAgainOnce() throws Exception {
        try (var chat = someone()) {
            var conversation = fresh();
            chat.enter(key(), "&c=" + conversation);
            walk().box.hold("front-door", 1);
            chat.say("into the void");
            assertThat(chat.turns("unsent")).containsText("The host cannot be reached.");
            assertThat(chat.turns("unsent")).containsText("It is sent as soon as the host can be reached.");
            assertThat(chat.page.locator(".banner")).isVisible();
            chat.picture("host-away");
            walk().box.release("front-door", 1);
            assertThat(chat.page.locator(".banner")).hasCount(0);

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.turns()).hasCount(1);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> walk().door.spoken("demo", conversation).equals(List.of("into the void")));
            walk().awaitReady();
        }
    }

    /** The page stays open for six minutes without its host, by the clock of the browser. */
    @Test
    default void afterFiveMinutesWithoutTheHostThePersonIsAskedBeforeAMessageIsSent() throws Exception {
        try (var chat = someone()) {
            var conversation = fresh();
            chat.page.clock().install();
            chat.enter(key(), "&c=" + conversation);
            walk().box.hold("front-door", 1);
            chat.attach(SamplePhoto.png("tower.png"));
            assertThat(chat.attachments()).hasCount(1);
            chat.say("from before");
            assertThat(chat.turns("unsent")).containsText("Keep this page open until then");
            chat.page.clock().fastForward("06:00");
            walk().box.release("front-door", 1);

            assertThat(chat.turns("unsent")).containsText("Send it now?");
            assertThat(chat.page.locator(".banner")).hasCount(0);
            assertThat(walk().door.spoken("demo", conversation)).isEmpty();
            chat.page.getByText("Send now").click();
            assertThat(chat.turns("completed")).hasCount(1);
            // The transcript follows the live stream that the page has read.
            await("the answer in the transcript")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> walk().door.spoken("demo", conversation).equals(List.of("from before")));
            walk().awaitReady();
        }
    }

    @Test
    default void markupInAMessageDoesNothing() {
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
            assertThat(chat.asked).allMatch(url -> url.startsWith(walk().box.frontDoor() + "/"));
            assertThat(chat.errors).isEmpty();
        }
    }
}
