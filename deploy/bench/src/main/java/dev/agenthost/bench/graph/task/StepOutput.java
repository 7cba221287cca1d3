package dev.agenthost.bench.graph.task;

import dev.agenthost.protocol.id.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The result of a step.
 *
 * @param value eight hexadecimal digits, which depend on the case, the step and all its inputs
 * @param high a fact for conditions, which the value determines
 */
public record StepOutput(String value, boolean high) {
    private static final int DIGITS = 8;
    private static final int HALF = 8;

    /** Computes the output of a step; another input, or another order of inputs, gives another value. */
    public static StepOutput of(String caseId, String step, List<String> inputs) {
        var text = caseId + "/" + step + "/" + String.join(",", inputs);
        var value = Sha256.hex(text.getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
        return new StepOutput(value, Character.digit(value.charAt(0), 16) >= HALF);
    }
}
