package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.run.DeliveryPolicy;
import org.jspecify.annotations.Nullable;

/** The words in which a failure reaches a person; the internal text never does. */
public final class PlainSentence {

    private PlainSentence() {}

    /** The binding's own words, else the host's for this failure, else those of its code. */
    public static String of(RunFailed failed, @Nullable DeliveryPolicy policy) {
        if (policy != null && policy.failureText() != null) {
            return policy.failureText();
        }
        String userMessage = failed.userMessage();
        return userMessage != null ? userMessage : ofCode(failed.code());
    }

    private static String ofCode(String code) {
        return FailureCode.ofWire(code).orElse(FailureCode.RUNNER_ERROR).sentence();
    }
}
