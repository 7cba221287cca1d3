package dev.agenthost.bench.graph.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool.
 *
 * @param inputs ids of the steps whose values are arguments
 * @param after ids of steps that have to end before, without data
 * @param guard condition; null if the step always runs
 * @param account account whose balance the step changes; null if the step has no state
 * @param delayMillis time that the tool takes
 * @param outputBytes size of the text beside the value
 * @param failures number of calls that fail before one succeeds
 */
public record TaskStep(
        String id,
        List<String> inputs,
        List<String> after,
        @Nullable StepGuard guard,
        @Nullable String account,
        int delayMillis,
        int outputBytes,
        int failures) {
    private static final int USUAL_DELAY = 100;
    private static final int USUAL_BYTES = 600;

    public TaskStep {
        inputs = List.copyOf(inputs);
        after = List.copyOf(after);
    }

    /** A step without inputs. */
    static TaskStep fetch(String id) {
        return compute(id, List.of());
    }

    /** A step with the values of others. */
    static TaskStep compute(String id, List<String> inputs) {
        return new TaskStep(id, inputs, List.of(), null, null, USUAL_DELAY, USUAL_BYTES, 0);
    }

    /** A change of an account. */
    static TaskStep update(String id, String account, List<String> after) {
        return new TaskStep(id, List.of(), after, null, account, USUAL_DELAY, USUAL_BYTES, 0);
    }

    TaskStep taking(int millis) {
        return new TaskStep(id, inputs, after, guard, account, millis, outputBytes, failures);
    }

    TaskStep returning(int bytes) {
        return new TaskStep(id, inputs, after, guard, account, delayMillis, bytes, failures);
    }

    TaskStep failing(int times) {
        return new TaskStep(id, inputs, after, guard, account, delayMillis, outputBytes, times);
    }

    TaskStep onlyIf(String step, boolean high) {
        return new TaskStep(id, inputs, after, new StepGuard(step, high), account, delayMillis, outputBytes, failures);
    }

    /** The tool of the step. */
    public String tool() {
        return account != null ? "update" : inputs.isEmpty() ? "fetch" : "compute";
    }

    /** All steps that have to end before this one. */
    public Set<String> dependencies() {
        var all = new LinkedHashSet<>(inputs);
        all.addAll(after);
        if (guard != null) {
            all.add(guard.step());
        }
        return all;
    }

    /**
     * The arguments of a call.
     *
     * @param input the argument for the id of an input: its value, or a reference to it
     */
    public ObjectNode arguments(String caseId, UnaryOperator<String> input) {
        var arguments =
                ProtocolCodec.mapper().createObjectNode().put("case", caseId).put("step", id);
        if (account != null) {
            arguments.put("account", account);
        }
        if (!inputs.isEmpty()) {
            var list = arguments.putArray("inputs");
            inputs.forEach(one -> list.add(input.apply(one)));
        }
        return arguments;
    }
}
