package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The texts in which a failure reaches a person; the internal text never does. */
public final class FailureText {
    private static final String BUSY = "I am still busy with your last message. Please send this again in a moment.";

    private FailureText() {}

    /** Returns the binding's text, else the host's for this failure, else that of its code. */
    public static String of(RunFailed failed, @Nullable DeliveryPolicy policy) {
        if (policy != null && policy.failureText() != null) {
            return policy.failureText();
        }
        String userMessage = failed.userMessage();
        return userMessage != null ? userMessage : ofCode(failed.code());
    }

    /** Returns the text for the sender of an unanswered event; empty if none is sent. */
    public static Optional<String> of(UnansweredReason reason) {
        return switch (reason) {
            case REJECTED -> Optional.of(BUSY);
            case NO_BINDING,
                    BINDING_DISABLED,
                    FILTERED,
                    EVENT_CONFLICT,
                    EVENT_TOO_OLD,
                    TAKEN_OVER,
                    AMBIGUOUS,
                    STEERED -> Optional.empty();
        };
    }

    private static String ofCode(String code) {
        return FailureCode.ofWire(code).orElse(FailureCode.RUNNER_ERROR).sentence();
    }
}
