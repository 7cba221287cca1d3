package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.DeliveryPolicy;

/** Builds the stored outcome of a terminal result for people; an outcome never holds the runner's text. */
public final class RunOutcomeFactory {
    private static final int CODE_LENGTH = 200;
    /** More than three ids and the words around them. */
    private static final int DETAIL_LENGTH = 1_000;

    private RunOutcomeFactory() {}

    public static RunView.Outcome completed(RunCompleted completed) {
        return new RunView.Outcome(completed.type(), completed.waits() ? RunCompleted.WAITING : null, null, null);
    }

    public static RunView.Outcome failed(RunFailed failed) {
        String sentence = failed.userMessage() != null
                ? failed.userMessage()
                : FailureCode.ofWire(failed.code())
                        .orElse(FailureCode.RUNNER_ERROR)
                        .sentence();
        return new RunView.Outcome(failed.type(), storable(failed.code()), storable(sentence), null);
    }

    public static RunView.Outcome failed(FailureCode code) {
        return failed(RunFailed.of(code, ""));
    }

    /** The outcome of a run whose binding is known. */
    public static RunView.Outcome failed(FailureCode code, DeliveryPolicy policy) {
        return failed(RunFailed.of(code, "").inWordsOf(policy));
    }

    public static RunView.Outcome unanswered(UnansweredReason reason, String detail) {
        return new RunView.Outcome("run.unanswered", reason.wire(), storable(detail, DETAIL_LENGTH), null);
    }

    private static String storable(String text) {
        return storable(text, CODE_LENGTH);
    }

    // PostgreSQL refuses the character zero in a text, and a runner's code may hold anything.
    private static String storable(String text, int length) {
        String clean = text.replace('\u0000', ' ');
        return clean.length() <= length ? clean : clean.substring(0, length);
    }
}
