package dev.agenthost.gateway.intake.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.telegram.calls.UpdatesAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollStateTest {
    private static final JsonNode UPDATE = JsonNodeFactory.instance.objectNode();

    @Test
    void nothingIsConfirmedBeforeAnUpdateIsDone() {
        assertThat(PollState.FIRST.request().has("offset")).isFalse();

        PollStep step = PollState.FIRST.next(new UpdatesAnswer.Received(List.of(UPDATE, UPDATE)));

        assertThat(step).isInstanceOfSatisfying(PollStep.Handle.class, handle -> {
            assertThat(handle.updates()).hasSize(2);
            assertThat(handle.then().request().has("offset")).isFalse();
            assertThat(handle.then().done(7).done(8).request().path("offset").asLong())
                    .isEqualTo(9);
        });
    }

    /** The ids begin anew after a week without updates: an offset that is kept would then hide them. */
    @Test
    void anOffsetIsLeftOutOnceTelegramHasSeenIt() {
        assertThat(PollState.FIRST.done(8).next(new UpdatesAnswer.Received(List.of())))
                .isInstanceOfSatisfying(PollStep.Handle.class, handle -> assertThat(
                                handle.then().request().has("offset"))
                        .isFalse());
    }

    @Test
    void anOffsetIsRepeatedUntilTelegramHasSeenIt() {
        PollState state = PollState.FIRST.done(8);
        for (UpdatesAnswer answer : List.of(
                new UpdatesAnswer.Failed("no answer"),
                new UpdatesAnswer.Conflict("other"),
                new UpdatesAnswer.RetryAfter(Duration.ofSeconds(3)),
                new UpdatesAnswer.TooLarge())) {
            state = pause(state, answer).then();
            assertThat(state.request().path("offset").asLong()).as("%s", answer).isEqualTo(9);
        }
    }

    @Test
    void pausesGrowToHalfAMinuteAndEndWithTheFirstAnswer() {
        List<Long> pauses = new ArrayList<>();
        PollState state = PollState.FIRST;
        for (int i = 0; i < 12; i++) {
            PollStep.Pause pause = pause(state, new UpdatesAnswer.Failed("500 Internal Server Error"));
            pauses.add(pause.delay().toMillis());
            state = pause.then();
        }
        assertThat(pauses).startsWith(250L, 500L, 1000L, 2000L).endsWith(30_000L, 30_000L);

        PollStep.Handle answered = (PollStep.Handle) state.next(new UpdatesAnswer.Received(List.of()));
        assertThat(pause(answered.then(), new UpdatesAnswer.Failed("x")).delay())
                .isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void telegramsOwnDelayIsObeyed() {
        assertThat(pause(PollState.FIRST, new UpdatesAnswer.RetryAfter(Duration.ofSeconds(40)))
                        .delay())
                .isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aBatchThatIsTooLargeIsHalvedDownToOneUpdate() {
        PollState state = PollState.FIRST;
        List<Integer> limits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            state = pause(state, new UpdatesAnswer.TooLarge()).then();
            limits.add(state.limit());
        }
        assertThat(limits).containsExactly(50, 25, 12, 6, 3, 1, 1, 1);
    }

    @Test
    void aConflictNamesItsRemedyAndAnUnknownTokenEndsPolling() {
        assertThat(pause(PollState.FIRST, new UpdatesAnswer.Conflict("can't use getUpdates"))
                        .problem())
                .contains("deleteWebhook", "can't use getUpdates");
        assertThat(PollState.FIRST.next(new UpdatesAnswer.Unauthorized("Unauthorized")))
                .isInstanceOfSatisfying(
                        PollStep.End.class, end -> assertThat(end.problem()).contains("@BotFather"));
    }

    private static PollStep.Pause pause(PollState state, UpdatesAnswer answer) {
        return (PollStep.Pause) state.next(answer);
    }
}
