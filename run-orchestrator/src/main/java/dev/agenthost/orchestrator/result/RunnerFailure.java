package dev.agenthost.orchestrator.result;

import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;

/** A runner's own failure: its code and text stay as they are, for operators; a person gets a plain sentence of ours. */
final class RunnerFailure {
    private static final int LONGEST = 4096;

    private RunnerFailure() {}

    static RunFailed ofRunner(String code, String error, boolean retryable) {
        String detail = JsonText.clean(error.length() > LONGEST ? error.substring(0, LONGEST) : error);
        String sentence =
                FailureCode.ofWire(code).orElse(FailureCode.RUNNER_ERROR).sentence();
        return new RunFailed(JsonText.clean(code), detail, retryable, sentence);
    }
}
