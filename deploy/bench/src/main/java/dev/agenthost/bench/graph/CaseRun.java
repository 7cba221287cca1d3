package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.endpoint.ModelExchange;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.TaskOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One task, done once by one arm.
 *
 * @param answer the last message of the run
 * @param end type of the result that ended the run
 * @param acceptedAt time at which the acceptance of the event was read, on the machine's monotonic clock
 * @param wall from the acceptance of the event to the end of the run
 * @param exchanges requests to the model
 * @param calls times at which calls of tools arrived
 */
record CaseRun(
        String caseId,
        BenchTask task,
        TaskArm arm,
        String answer,
        String end,
        long acceptedAt,
        Duration wall,
        List<ModelExchange> exchanges,
        List<Long> calls) {
    CaseRun {
        exchanges = List.copyOf(exchanges);
        calls = List.copyOf(calls);
    }

    TaskOutcome expected() {
        return TaskOutcome.of(task, caseId);
    }

    /** The difference from the expected outcome in words; empty if there is none. */
    Optional<String> fault() {
        var expected = expected();
        if (!answer.equals(expected.answer())) {
            return Optional.of(caseId + " of " + arm.letter() + " ended with " + end + " and answered \"" + answer
                    + "\" instead of \"" + expected.answer() + "\"");
        }
        return calls.size() == expected.calls()
                ? Optional.empty()
                : Optional.of(caseId + " of " + arm.letter() + " made " + calls.size() + " calls instead of "
                        + expected.calls());
    }

    /** Returns true if the answer has the value of each last step, whatever other words it has. */
    boolean hasValues() {
        var words = answer.replaceAll("[^A-Za-z0-9_=]", " ");
        return Arrays.stream(expected().answer().replace("RESULT ", "").split(", "))
                .allMatch(words::contains);
    }

    int turns() {
        return exchanges.size();
    }

    long shown() {
        return exchanges.stream().mapToLong(ModelExchange::shown).sum();
    }

    long written() {
        return exchanges.stream().mapToLong(ModelExchange::written).sum();
    }

    /** From the acceptance of the event to the first request to the model. */
    Duration untilFirstTurn() {
        return Duration.ofNanos(exchanges.getFirst().arrivedAt() - acceptedAt);
    }

    /** From the first output of the model to its next request: the steps of the graph between them. */
    Duration betweenTurns() {
        if (exchanges.size() < 2) {
            throw new IllegalStateException(caseId + " made no second request to the model");
        }
        return Duration.ofNanos(exchanges.get(1).arrivedAt() - exchanges.get(0).answeredAt());
    }

    /** From the first output of the model to the arrival of the first call. */
    Duration untilFirstCall() {
        return Duration.ofNanos(calls.getFirst() - exchanges.getFirst().answeredAt());
    }

    /** From the arrival of the last call to the next request to the model. */
    Duration afterLastCall() {
        return Duration.ofNanos(exchanges.get(1).arrivedAt() - calls.getLast());
    }

    /** From the last output of the model to the end of the run. */
    Duration afterLastTurn() {
        return wall.minusNanos(exchanges.getLast().answeredAt() - acceptedAt);
    }
}
