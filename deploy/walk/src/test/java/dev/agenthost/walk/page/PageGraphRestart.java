package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.settings.Service;
import dev.agenthost.walk.runner.Rehearsal;
import dev.agenthost.walk.runner.Rehearsals;
import org.junit.jupiter.api.Test;

/** A graph of ten actions of the box's own planner, from the request to the answer, with its processes killed in between. */
interface PageGraphRestart extends PageScenario {
    @Test
    default void aGraphOfTenActionsWaitsOnThePageOverTheDeathOfRunnerAndHost() throws Exception {
        new Rehearsals(walk(), 60).prepare();
        var mark = fresh();
        try (var chat = someone(1180, 1180)) {
            chat.talkTo(Rehearsals.BOT, fresh(), key());
            var card = new GraphCard(chat.page);
            card.observe();
            chat.say("rehearse: " + mark);
            waits(chat, card);
            assertThat(card.observed())
                    .as("drawn while the graph was executed")
                    .contains("Rehearse: running", "left: running", "breaks: failed", "join: completed")
                    .contains("Send the words: pending", "Send the words: waiting");
            chat.picture("ten-waiting");

            walk().box.kill(BoxPlan.ACTION_GRAPH, 1);
            walk().box.kill(Service.RUN_ORCHESTRATOR.module(), 1);
            waits(chat, card);
            walk().awaitReady();
            waits(chat, card);
            assertThat(chat.page.locator(".banner")).hasCount(0);
            chat.page.reload();
            waits(chat, card);

            approve(chat).click();
            ended(chat, card, mark);
            chat.page.reload();
            ended(chat, card, mark);
            assertThat(chat.errors).isEmpty();
            chat.picture("ten-light");
            chat.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            chat.picture("ten-dark");
        }
        assertThat(ledger().steps(mark))
                .as("each call once")
                .containsExactlyInAnyOrder("left", "right", "breaks", "recite", "join", "send")
                .endsWith("send");
    }

    /** Nine actions have ended, and the last one waits for the person. */
    private static void waits(ChatPage chat, GraphCard card) {
        assertThat(card.all()).hasCount(1);
        assertThat(card.all()).hasAttribute("data-status", "waiting");
        assertThat(card.count()).hasText("9 of 10");
        assertThat(card.stage(0)).hasCount(6);
        assertThat(card.stage(1)).hasCount(3);
        assertThat(card.stage(2)).hasCount(1);
        assertThat(card.action("breaks")).hasAttribute("data-status", "failed");
        assertThat(card.action("breaks")).containsText("refused");
        assertThat(card.action("ask clerk")).hasAttribute("data-status", "completed");
        assertThat(card.action("after failure")).hasAttribute("data-status", "completed");
        assertThat(card.action("Send the words")).hasAttribute("data-status", "waiting");
        assertThat(approve(chat)).isEnabled();
        assertThat(chat.answers()).hasCount(1);
        assertThat(chat.answers()).containsText(Rehearsal.NOTE);
    }

    private static void ended(ChatPage chat, GraphCard card, String mark) {
        assertThat(card.all()).hasCount(1);
        assertThat(card.all()).hasAttribute("data-status", "completed");
        assertThat(card.count()).hasText("10 of 10");
        assertThat(card.action("breaks")).hasAttribute("data-status", "failed");
        assertThat(card.action("Send the words")).hasAttribute("data-status", "completed");
        assertThat(card.stop()).hasCount(0);
        assertThat(chat.answers()).hasCount(2);
        assertThat(chat.answers().last()).containsText(mark + " is over: read (completed)");
        // The expansion: a part of a result that the model was not shown at first.
        assertThat(chat.answers().last()).containsText("It has verse 40: lalalalalala.");
        for (String answer : chat.answers().allTextContents()) {
            assertThat(answer)
                    .doesNotContain("agent-protocol", "agent.protocol", "\"intent\"", "expand_ref", "runtime://");
        }
        assertThat(chat.composer()).isEnabled();
    }

    private static Locator approve(ChatPage chat) {
        return chat.page.locator("form.question").getByText("Approve");
    }
}
