package dev.agenthost.walk.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The comparison detects every kind of error. */
class StoreComparisonTest {

    private static final LogEntryKey QUESTION =
            new LogEntryKey("c1", "agent.events/3@0", "event message.received", "e1", "user hi");
    private static final LogEntryKey SECOND =
            new LogEntryKey("c1", "agent.events/3@1", "event message.received", "e2", "user you");
    private static final LogEntryKey START =
            new LogEntryKey("c1", "agent.run-results/3@0", "result run.started r 1.1", "e1", "");
    private static final LogEntryKey ANSWER =
            new LogEntryKey("c1", "agent.run-results/3@0", "result message.completed r 1.2", "e1", "assistant hi");
    private static final LogEntryKey AUDIT = new LogEntryKey("", "agent.audit/3@0", "audit state_set", "", "");
    private static final List<LogEntryKey> TOLD = List.of(QUESTION, SECOND, START, ANSWER, AUDIT);

    @Test
    void whatIsStoredOnceAndInOrderDiffersInNothing() {
        assertThat(StoreComparison.of(TOLD, kept(QUESTION, SECOND, START, ANSWER, AUDIT)))
                .isEmpty();
        // The order of two topics is free, as long as a question is before its answer.
        assertThat(StoreComparison.of(TOLD, kept(QUESTION, START, SECOND, ANSWER, AUDIT)))
                .isEmpty();
    }

    @Test
    void seesWhatIsMissing() {
        assertThat(StoreComparison.of(TOLD, kept(QUESTION, SECOND, START, AUDIT)))
                .containsExactly("c1 in agent.run-results: " + ANSWER + " is missing");
        assertThat(StoreComparison.of(TOLD, kept(QUESTION, SECOND, START, ANSWER)))
                .containsExactly("agent.audit/3: " + AUDIT + " is missing");
    }

    @Test
    void seesWhatIsThereTwice() {
        assertThat(StoreComparison.of(TOLD, kept(QUESTION, SECOND, SECOND, START, ANSWER, AUDIT)))
                .containsExactly("c1 in agent.events: " + SECOND + " is there 2 times");
        assertThat(StoreComparison.of(TOLD, kept(QUESTION, SECOND, START, ANSWER, AUDIT, AUDIT)))
                .containsExactly("agent.audit/3: " + AUDIT + " is there 2 times");
    }

    @Test
    void seesWhatNobodySaid() {
        var changed = new LogEntryKey("c1", ANSWER.source(), ANSWER.what(), "e1", "assistant bye");

        assertThat(StoreComparison.of(TOLD, kept(QUESTION, SECOND, START, changed, AUDIT)))
                .containsExactlyInAnyOrder(
                        "c1 in agent.run-results: " + ANSWER + " is missing",
                        "c1 in agent.run-results: " + changed + " was never told so");
    }

    @Test
    void seesAnotherOrder() {
        assertThat(StoreComparison.of(TOLD, kept(SECOND, QUESTION, START, ANSWER, AUDIT)))
                .containsExactly("c1 in agent.events: not in the order in which it was told");
    }

    @Test
    void seesAnAnswerBeforeItsQuestion() {
        assertThat(StoreComparison.of(TOLD, kept(START, QUESTION, SECOND, ANSWER, AUDIT)))
                .containsExactly("c1: " + START + " stands before its question");
    }

    @Test
    void seesNumbersThatAreMissing() {
        var all = kept(QUESTION, SECOND, START, ANSWER, AUDIT);
        var rows = new ArrayList<>(all.rows());
        rows.set(3, new StoredState.Row(ANSWER, 5, 3));

        assertThat(StoreComparison.of(TOLD, new StoredState(rows, all.transcripts(), all.counted())))
                .containsExactly("c1: the numbers of its log are not dense");
    }

    @Test
    void seesATranscriptThatIsNotThatOfTheLog() {
        var all = kept(QUESTION, SECOND, START, ANSWER, AUDIT);

        assertThat(StoreComparison.of(
                        TOLD, new StoredState(all.rows(), Map.of("c1", List.of(1L, 2L, 3L, 4L)), all.counted())))
                .containsExactly("c1: its transcript is not what its log says");
        assertThat(StoreComparison.of(
                        TOLD,
                        new StoredState(all.rows(), all.transcripts(), Map.of("c1", new StoredState.Counted(5, 3)))))
                .containsExactly("c1: it has given other numbers than it has");
    }

    /** A stored state with correct numbers. */
    private static StoredState kept(LogEntryKey... lines) {
        List<StoredState.Row> rows = new ArrayList<>();
        long number = 0;
        long said = 0;
        for (LogEntryKey line : lines) {
            boolean numbered = !line.conversation().isEmpty();
            rows.add(new StoredState.Row(
                    line, numbered ? ++number : 0, line.said().isEmpty() ? 0 : ++said));
        }
        return new StoredState(
                Collections.unmodifiableList(rows),
                Map.of("c1", LongStream.rangeClosed(1, said).boxed().toList()),
                Map.of("c1", new StoredState.Counted(number, said)));
    }
}
