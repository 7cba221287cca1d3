package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A graph that waits is stopped on its card. */
interface PageGraphStop extends PageScenario {
    @Test
    default void aGraphThatWaitsIsStoppedOnTheCardAndOnEveryOtherPage() {
        var conversation = fresh();
        try (var chat = someone();
                var phone = someone(360, 740, "zh-CN")) {
            chat.talkTo(LED, conversation, key());
            var card = new GraphCard(chat.page);
            chat.say("Release it");
            puppet().concludes(PageGraph.NOTE);
            puppet().shows(graph(UiStatus.RUNNING));
            assertThat(card.all()).hasAttribute("data-status", "running");
            assertThat(card.stop()).hasCount(0);
            puppet().shows(graph(UiStatus.WAITING));
            puppet().asks(PageGraph.APPROVAL);
            puppet().waits();
            assertThat(card.stop()).hasText("Stop");
            var tab = chat.tab().talkTo(LED, conversation, key());
            phone.talkTo(LED, conversation, key());
            var onTab = new GraphCard(tab.page);
            var onPhone = new GraphCard(phone.page);
            assertThat(onTab.stop()).isEnabled();
            assertThat(onPhone.stop()).hasText("停止");
            assertThat(question(phone)).isEnabled();

            chat.page.bringToFront();
            card.stop().press("Enter");
            assertThat(card.confirmation()).containsText("Its open questions are closed");
            assertThat(card.confirmation().getByText("Keep waiting")).isFocused();
            chat.picture("graph-stop");
            chat.page.keyboard().press("Escape");
            assertThat(card.confirmation()).isHidden();
            assertThat(card.stop()).isFocused();
            assertThat(card.all()).hasAttribute("data-status", "waiting");
            assertThat(question(chat)).isEnabled();

            card.stop().click();
            card.confirmation()
                    .getByText("Stop", new Locator.GetByTextOptions().setExact(true))
                    .click();
            assertThat(chat.composer()).isFocused();
            for (var one : List.of(chat, phone, tab)) {
                one.page.bringToFront();
                var seen = new GraphCard(one.page);
                assertThat(seen.all()).hasAttribute("data-status", "canceled");
                assertThat(seen.action("Publish")).hasAttribute("data-status", "canceled");
                assertThat(seen.action("Test it")).hasAttribute("data-status", "completed");
                assertThat(question(one)).hasCount(0);
                assertThat(one.page.locator("form.question [role=status]"))
                        .containsText(one == phone ? "这个问题开放至" : "This question was open until");
                assertThat(seen.stop()).hasCount(0);
                assertThat(seen.count()).containsText(one == phone ? "1/2 · 取消 1" : "1 of 2 · 1 cancelled");
            }
            assertThat(onPhone.word()).hasText("已取消");
            phone.picture("graph-stopped-phone");
            assertThat(phone.width()).isEqualTo(360);

            chat.page.bringToFront();
            chat.picture("graph-stopped");
            chat.page.reload();
            assertThat(card.all()).hasAttribute("data-status", "canceled");
            chat.say("And now?");
            puppet().concludes("Something else.");
            puppet().ends();
            assertThat(chat.last()).containsText("Something else.");
            assertThat(chat.turns("completed")).hasCount(2);
            assertThat(chat.errors).isEmpty();
        }
    }

    private static Locator question(ChatPage chat) {
        return chat.page.locator("form.question").getByText("Approve");
    }

    private static UiProjection graph(UiStatus status) {
        return new UiProjection(
                "stopped-1",
                "Test and publish",
                PageGraph.NOTE,
                status,
                new UiProjection.Progress(1, 2),
                List.of(
                        new UiAction("test", "Test it", null, UiStatus.COMPLETED, List.of(), "120 tests", null),
                        new UiAction("publish", "Publish", null, status, List.of("test"), null, null)),
                null);
    }
}
