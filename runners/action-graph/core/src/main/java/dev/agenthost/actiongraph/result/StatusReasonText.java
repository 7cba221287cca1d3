package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.graph.StatusReason;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The reason of a status in words, for an action whose executor gave none. */
public final class StatusReasonText {
    /** Codes of failures by the runtime begin with it, such as {@code action.denied}. */
    static final String PREFIX = "action.";

    private static final String INTERRUPTED = " The action had begun, and may have had its effect.";

    private StatusReasonText() {}

    /** The reason as a failure; empty where the status says it all, or the executor knows the reason. */
    public static Optional<ActionFailure> of(StatusReason reason) {
        return sentence(reason).map(text -> new ActionFailure(PREFIX + reason.wire(), text, remedy(reason)));
    }

    /** The reason of an action that was interrupted while it could have an effect. */
    public static Optional<ActionFailure> ofInterrupted(StatusReason reason) {
        return of(reason)
                .map(failure -> new ActionFailure(failure.code(), failure.message() + INTERRUPTED, failure.remedy()));
    }

    /** The reason of an action that was cancelled after an attempt had failed, with the failure of that attempt. */
    public static Optional<ActionFailure> ofFailedBefore(StatusReason reason, ActionFailure attempt) {
        return of(reason).map(failure -> failure.after(attempt));
    }

    /** The reason of an action whose outcome is unknown, followed by what its executor, or the connection to it, has reported. */
    public static Optional<ActionFailure> ofUnreported(ActionFailure reported) {
        return of(StatusReason.UNKNOWN_OUTCOME)
                .map(failure -> new ActionFailure(
                        failure.code(), failure.message() + " (" + reported.code() + ": " + reported.message() + ")"));
    }

    /** The part of a failure whose words are the runtime's: it quotes no executor, and has no visibility to respect. Empty if there is none. */
    public static Optional<ActionFailure> constantPart(ActionFailure failure) {
        return Arrays.stream(StatusReason.values())
                .flatMap(reason -> Stream.concat(of(reason).stream(), ofInterrupted(reason).stream()))
                .filter(constant -> constant.equals(failure) || isUnreported(constant, failure))
                .findFirst();
    }

    private static boolean isUnreported(ActionFailure constant, ActionFailure failure) {
        return constant.code().equals(PREFIX + StatusReason.UNKNOWN_OUTCOME.wire())
                && failure.code().equals(constant.code())
                && failure.message().startsWith(constant.message());
    }

    private static Optional<String> sentence(StatusReason reason) {
        return switch (reason) {
            case NONE, FAILURE, DECISION -> Optional.empty();
            case APPROVAL -> Optional.of("A person has to approve the action.");
            case RETRY -> Optional.of("The next attempt is due later.");
            case TIMER -> Optional.of("The action waits for a point in time.");
            case PERSON -> Optional.of("The action waits for the answer of a person.");
            case ASSIGNMENT -> Optional.of("The action waits for the result of another agent.");
            case LOOP_LIMIT -> Optional.of("The condition of until is still false after max_iterations.");
            case LOOP_LIST_LENGTH -> Optional.of("The list of for_each has more elements than max_iterations.");
            case LOOP_LIST -> Optional.of("for_each refers to a value that does not exist, or that is not a list.");
            case CONDITION -> Optional.of("The condition is false.");
            case UNDECIDED -> Optional.of("The condition compares a value that does not exist.");
            case DEPENDENCY -> Optional.of("An action that this one depends on has no result.");
            case DENIED -> Optional.of("A person has denied the action.");
            case CONFLICT -> Optional.of("An earlier action, or another iteration, writes the same resource.");
            case UNKNOWN_OUTCOME -> Optional.of("The action may have had its effect; a repetition could repeat it.");
            case BUDGET ->
                Optional.of(
                        "The budget of the graph is exhausted. A limit of budget_policy, or what the request has left, is reached.");
            case DEADLINE -> Optional.of("The time of the graph (budget_policy.max_seconds) is over.");
            case ABORT -> Optional.of("A failure or a decision ended the graph.");
            case CANCELLATION -> Optional.of("The time of the run is over.");
        };
    }

    /** The remedy for the model; null where the reason says it all. */
    private static @Nullable String remedy(StatusReason reason) {
        return switch (reason) {
            case LOOP_LIMIT -> "Raise the limit or mend the condition.";
            case LOOP_LIST_LENGTH -> "Shorten the list or raise the limit.";
            case UNDECIDED -> "Test it with exists() first.";
            case DENIED -> "Do not repeat it without new approval.";
            case NONE,
                    FAILURE,
                    DECISION,
                    APPROVAL,
                    RETRY,
                    TIMER,
                    PERSON,
                    ASSIGNMENT,
                    LOOP_LIST,
                    CONDITION,
                    DEPENDENCY,
                    CONFLICT,
                    UNKNOWN_OUTCOME,
                    BUDGET,
                    DEADLINE,
                    ABORT,
                    CANCELLATION -> null;
        };
    }
}
