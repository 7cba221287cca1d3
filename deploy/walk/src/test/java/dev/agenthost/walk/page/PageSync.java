package dev.agenthost.walk.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** One conversation is open in several places at once. */
interface PageSync extends PageScenario {

    @Test
    default void twoTabsSeeEachOthersMessagesAsTheyCome() {
        var conversation = fresh();
        try (var one = someone()) {
            one.enter(key(), "&c=" + conversation);
            var other = one.tab();
            other.enter(key(), "&c=" + conversation);

            one.say("from the first tab.");
            assertThat(other.turns()).hasCount(1);
            assertThat(other.last().locator(".message")).containsText("from the first tab.");
            assertThat(other.last().locator(".answer")).containsText("from the first tab.");
            other.say("and from the second.");
            assertThat(one.turns()).hasCount(2);
            assertThat(one.last().locator(".answer")).containsText("and from the second.");
        }
    }

    @Test
    default void anotherDeviceSeesARunningAnswerFromItsBeginning() {
        var conversation = fresh();
        try (var phone = someone(360, 740);
                var desk = someone()) {
            desk.talkTo(LED, conversation, key());
            phone.talkTo(LED, conversation, key());
            phone.say("Tell me on the way");
            assertThat(desk.last().locator(".message")).containsText("Tell me on the way");
            puppet().says("Once ");
            puppet().says("upon ");
            assertThat(desk.answers()).containsText("Once upon");
            assertThat(desk.turns("running")).hasCount(1);

            try (var late = someone()) {
                late.talkTo(LED, conversation, key());
                assertThat(late.answers()).containsText("Once upon");
                puppet().says("a time");
                assertThat(late.answers()).containsText("Once upon a time");
                assertThat(desk.answers()).containsText("Once upon a time");
                assertThat(late.turns("running")).hasCount(1);
                puppet().concludes("Once upon a time.");
                puppet().ends();
                assertThat(late.turns("completed")).hasCount(1);
            }
            assertThat(desk.turns("completed")).hasCount(1);
            assertThat(desk.answers()).hasCount(1);
            assertThat(phone.answers()).containsText("Once upon a time.");
            assertThat(desk.errors).isEmpty();
        }
    }
}
