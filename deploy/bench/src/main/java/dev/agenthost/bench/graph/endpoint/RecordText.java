package dev.agenthost.bench.graph.endpoint;

import dev.agenthost.bench.graph.task.StepOutput;

/** The text of a result, as a tool of a data source writes it. */
final class RecordText {
    private RecordText() {}

    /** @param bytes least size; the text ends with a whole line */
    static String of(String step, StepOutput output, int bytes) {
        var text =
                new StringBuilder("Record " + step + ": value " + output.value() + ", high " + output.high() + ".\n");
        for (int row = 1; text.length() < bytes; row++) {
            text.append("entry ")
                    .append(row)
                    .append(": amount ")
                    .append(row * 7919 % 10007)
                    .append(", status ")
                    .append(row % 3 == 0 ? "open" : "settled")
                    .append(", checked by the nightly job\n");
        }
        return text.toString();
    }
}
