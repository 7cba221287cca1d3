package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.intake.AppliedResults;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.RunKey;
import dev.agenthost.context.transcript.Analysis;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/** A batch as {@code context.apply_documents_v1} takes it: an object for each entry and for each run. */
final class BatchDocuments {
    static final String CALL = "select context.apply_documents_v1($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb)";

    private BatchDocuments() {}

    static Tuple of(Batch batch, List<ProjectedEntry> logged, Map<RunKey, AppliedResults> moved, Analysis analysis) {
        Tuple parameters = Tuple.tuple();
        OffsetColumns.of(batch).to(parameters);
        return parameters
                .addString(LogRows.of(logged, analysis).toString())
                .addString(RunRows.of(moved).toString());
    }
}
