package dev.agenthost.gateway.deadletter.http;

import dev.agenthost.gateway.deadletter.RedriveOutcome;
import dev.agenthost.gateway.deadletter.RedriveReport;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a request to redrive. */
record RedriveDocument(
        String topic,
        boolean dryRun,
        @Nullable String redriveId,
        long redriven,
        boolean more,
        List<OutcomeDocument> items) {

    /** The outcome of one dead letter. */
    record OutcomeDocument(
            RecordPosition position,
            String reason,
            @Nullable RecordPosition origin,
            RedriveOutcome.Kind outcome,
            int redriveCount,
            @Nullable RecordPosition redrivenTo) {
        private static OutcomeDocument of(RedriveOutcome outcome) {
            return new OutcomeDocument(
                    outcome.record().position(),
                    outcome.record().reason(),
                    outcome.record().origin(),
                    outcome.kind(),
                    outcome.record().redriveCount() + 1,
                    outcome.to());
        }
    }

    static RedriveDocument of(RedriveReport report) {
        return new RedriveDocument(
                report.request().topic().name(),
                report.dryRun(),
                report.dryRun() ? null : report.request().redriveId(),
                report.count(RedriveOutcome.Kind.REDRIVEN),
                report.more(),
                report.outcomes().stream().map(OutcomeDocument::of).toList());
    }
}
