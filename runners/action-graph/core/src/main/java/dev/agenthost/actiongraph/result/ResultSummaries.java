package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The summaries of a result by their layer (spec 001, Summary). The layer of the runtime is computed from the result
 * ({@link SummaryText}). Blank text and empty fields count as absent.
 *
 * @param executorFields structured summary of the executor: numbers of matches, lists of files, exit codes
 * @param finalOutput the last words of the executor
 * @param summarizer text of a model that summarizes long outputs
 */
public record ResultSummaries(
        @Nullable JsonNode executorFields,
        @Nullable String finalOutput,
        @Nullable String summarizer) {
    /** No summary but that of the runtime. */
    public static final ResultSummaries NONE = new ResultSummaries(null, null, null);

    public ResultSummaries {
        executorFields = executorFields == null || executorFields.isEmpty() ? null : executorFields;
        finalOutput = finalOutput == null || finalOutput.isBlank() ? null : finalOutput.strip();
        summarizer = summarizer == null || summarizer.isBlank() ? null : summarizer.strip();
    }

    /** The last words of the executor. */
    public static ResultSummaries of(String finalOutput) {
        return new ResultSummaries(null, finalOutput, null);
    }
}
