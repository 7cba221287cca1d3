package dev.agenthost.gateway.deadletter.http;

import dev.agenthost.gateway.deadletter.DeadLetterSummary;
import java.util.List;

/**
 * The numbers of dead letters.
 *
 * @param incompleteTopics topics of which only the newest records are counted
 */
record SummaryDocument(List<DeadLetterSummary.Count> items, List<String> incompleteTopics) {
    static SummaryDocument of(DeadLetterSummary summary) {
        return new SummaryDocument(summary.counts(), summary.incompleteTopics());
    }
}
