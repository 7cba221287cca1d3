package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import dev.agenthost.protocol.result.InteractionRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenarios in which a conversation is held, stored and found again. */
interface PageConversation extends PageScenario {
    InteractionRequest DEPLOYMENT = new InteractionRequest(
            "deploy",
            InteractionRequest.Kind.FORM,
            "Deploy now?",
            "Version 2 replaces version 1.",
            List.of(new InteractionField(
                    "priority",
                    "Priority",
                    InteractionField.Type.SELECT,
                    true,
                    List.of(
                            new InteractionOption("normal", "Normal", null),
                            new InteractionOption("urgent", "Urgent", null)),
                    null,
                    null)),
            List.of(
                    new InteractionAction("approve", "Approve", InteractionAction.Style.PRIMARY),
                    new InteractionAction("reject", "Reject", InteractionAction.Style.DANGER)),
            null,
            "Reply approve or reject.");

    @Test
    default void anAnswerIsShownWhileItIsSaidAndTheWholeReplacesThePieces() {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Tell me");
            puppet().says("Once ");
            assertThat(chat.answers()).containsText("Once");
            assertThat(chat.turns("running")).isVisible();
            puppet().says("upon a time");
            assertThat(chat.answers()).containsText("Once upon a time");
            assertThat(chat.turns("completed")).hasCount(0);
            puppet().concludes("Once upon **another** time");
            puppet().says("And then");
            puppet().concludes("And then it ended.");
            puppet().ends();

            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).hasCount(2);
            assertThat(chat.answers().first().locator("strong")).hasText("another");
            assertThat(chat.answers().last()).containsText("And then it ended.");
            assertThat(chat.page.locator("[role=status]")).containsText("it ended");
        }
    }

    @Test
    default void aQuestionIsAFormAndTheResponseGoesOnInItsConversation() {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Deploy it");
            puppet().asks(DEPLOYMENT);
            puppet().ends();
            var question = chat.page.locator("form.question");
            assertThat(question).containsText("Deploy now?");
            question.getByLabel("Priority").selectOption("urgent");
            chat.picture("question");
            chat.page.reload();
            question.getByLabel("Priority").selectOption("urgent");
            question.getByText("Approve").click();
            assertThat(question).containsText("Sent");
            puppet().concludes("It is deployed.");
            puppet().ends();

            assertThat(chat.last()).containsText("It is deployed.");
            assertThat(chat.turns("completed")).hasCount(2);
            assertThat(chat.page.locator(".message").last()).containsText("Approve\nPriority: Urgent");
            assertThat(question.locator("button")).hasCount(0);
        }
    }

    @Test
    default void aReloadFindsTheRunThatIsStillSpeaking() {
        try (var chat = someone()) {
            chat.talkTo(LED, fresh(), key());
            chat.say("Go on");
            puppet().says("first ");
            assertThat(chat.answers()).containsText("first");

            chat.page.reload();

            assertThat(chat.answers()).containsText("first");
            puppet().says("second");
            puppet().concludes("first second");
            puppet().ends();
            assertThat(chat.turns("completed")).hasCount(1);
            assertThat(chat.answers()).hasCount(1);
            assertThat(chat.answers()).containsText("first second");
        }
    }

    @Test
    default void historyComesInPagesAlsoInAnotherBrowser() {
        var conversation = fresh();
        for (int i = 0; i < 45; i++) {
            walk().door.follow(walk().door.say("demo", conversation, fresh(), "number " + i + ".").stream());
        }
        await().atMost(Duration.ofSeconds(90))
                .until(() -> walk().door.spoken("demo", conversation).size() == 45);

        try (var chat = someone()) {
            chat.enter(key(), "&c=" + conversation);
            assertThat(chat.last()).containsText("number 44.");
            var earlier = chat.page.getByText("Earlier messages");
            assertThat(earlier).isVisible();
            assertThat(chat.turns().count()).isLessThan(45);

            await("the beginning is reached by scrolling up")
                    .pollInSameThread() // Playwright knows one thread only.
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> {
                        chat.page.locator("#thread").evaluate("thread => { thread.scrollTop = 0; }");
                        return chat.turns().count() == 45 && earlier.count() == 0;
                    });

            assertThat(chat.turns()).hasCount(45);
            assertThat(chat.turns().first()).containsText("number 0.");

            // The page reads the transcript, because the stream of this answer is no longer stored.
            chat.page.route("**/stream?**", route -> route.fulfill(new Route.FulfillOptions().setStatus(204)));
            chat.say("number 45.");
            assertThat(chat.last().locator(".answer")).containsText("number 45.");
            assertThat(chat.turns()).hasCount(46);
            assertThat(chat.turns().first()).containsText("number 0.");
            assertThat(chat.turns().nth(20)).containsText("number 20.");
            assertThat(earlier).hasCount(0);
            chat.page.reload();
            assertThat(chat.last()).containsText("number 45.");
        }
    }

    @Test
    default void aPersonCancelsWithEscapeOrWithTheButton() {
        try (var chat = someone()) {
            chat.enter(key(), "");
            chat.say("sleep 60");
            assertThat(chat.page.getByText("sleep is running")).isVisible();
            chat.page.keyboard().press("Escape");
            assertThat(chat.turns("cancelled")).hasCount(1);

            chat.say("sleep 61");
            cancel(chat).click();
            assertThat(chat.turns("cancelled")).hasCount(2);
            chat.picture("cancelled");
        }
    }

    @Test
    default void aCancelThatIsRefusedIsSaidSoWithItsReason() {
        var conversation = fresh();
        var accepted = walk().door.say("demo", conversation, fresh(), "sleep 600");
        walk().door.transcript("demo", conversation, 1);
        try (var chat = someone()) {
            chat.enter(key(), "&c=" + conversation);
            chat.page.route(
                    "**/cancel",
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setStatus(403)
                            .setContentType("application/problem+json")
                            .setBody("{}")));
            cancel(chat).click();

            assertThat(chat.last()).containsText("Not cancelled. This key may read, but not cancel.");
            assertThat(cancel(chat)).isEnabled();
            chat.picture("cancel-refused");
        } finally {
            walk().door.call("POST", "/api/v1/runs/" + accepted.runId() + "/cancel", null);
        }
    }

    @Test
    default void whoMayOnlyReadIsOfferedNothingElse() {
        var conversation = fresh();
        var accepted = walk().door.say("demo", conversation, fresh(), "sleep 600");
        walk().door.transcript("demo", conversation, 1);
        try (var chat = someone()) {
            chat.enter(walk().demo.key("page-viewer", "viewer"), "&c=" + conversation);

            assertThat(chat.last()).containsText("sleep 600");
            assertThat(chat.last()).containsText("demo is working");
            assertThat(chat.composer()).hasText("This key may read, but not write.");
            assertThat(cancel(chat)).hasCount(0);
            assertThat(chat.page.locator("h1")).hasText("sleep 600");
            chat.picture("read-only");
        } finally {
            walk().door.call("POST", "/api/v1/runs/" + accepted.runId() + "/cancel", null);
        }
    }

    private static Locator cancel(ChatPage chat) {
        return chat.last().getByText("Cancel", new Locator.GetByTextOptions().setExact(true));
    }
}
