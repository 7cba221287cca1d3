package dev.agenthost.runners.echo;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.harness.ScriptedHostApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A host that answers from memory. */
final class HistoryHost extends ScriptedHostApi {
    /** The newest first. */
    final List<TranscriptItem> history = new ArrayList<>();

    void said(String eventId, String role, String text) {
        history.addFirst(new TranscriptItem(
                "t" + history.size(),
                eventId,
                null,
                null,
                role,
                "message",
                text,
                null,
                List.of(),
                null,
                null,
                null,
                Fields.object(null)));
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        return new HistoryPage(history, null, null, false, null);
    }

    @Override
    public CancellationToken cancellation() {
        return new CancellationToken() {
            @Override
            public Optional<Reason> reason() {
                return cancelled ? Optional.of(Reason.CANCELLED) : Optional.empty();
            }

            @Override
            public Registration onCancelled(Runnable action) {
                if (cancelled) {
                    action.run();
                }
                return () -> {};
            }
        };
    }
}
