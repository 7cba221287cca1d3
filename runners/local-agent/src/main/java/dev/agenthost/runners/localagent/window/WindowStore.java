package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stored window: the conversation's history, and the runner's values in the conversation's state. */
public final class WindowStore {
    static final String CHECKPOINT = "local_agent.checkpoint";
    static final String SHOWN = "local_agent.shown";
    private static final int AT_ONCE = 100;
    /** The maximum of loaded entries, whatever the checkpoint. */
    private static final int FARTHEST = 1000;

    private final AgentRunContext context;
    private final HostApi api;

    public WindowStore(AgentRunContext context, HostApi api) {
        this.context = context;
        this.api = api;
    }

    /** Loads all messages since the checkpoint, without the message of this run. */
    public ContextWindow load() {
        Map<String, JsonNode> kept = context.state().conversation();
        Optional<Checkpoint> checkpoint = Checkpoint.read(kept.get(CHECKPOINT));
        return new ContextWindow(
                checkpoint,
                since(checkpoint.map(Checkpoint::throughSeq).orElse(0L)),
                MessageReplacements.read(kept.get(SHOWN)));
    }

    /** Returns true if the run may store state for the next turn. */
    public boolean isKept() {
        return context.context().availableApis().state();
    }

    public void store(ContextWindow window) {
        if (isKept()) {
            window.checkpoint().ifPresent(cut -> api.stateSet(StateScope.CONVERSATION, CHECKPOINT, cut.json()));
            api.stateSet(StateScope.CONVERSATION, SHOWN, window.shown().json());
        }
    }

    public void store(MessageReplacements shown) {
        if (isKept()) {
            api.stateSet(StateScope.CONVERSATION, SHOWN, shown.json());
        }
    }

    private List<HistoryMessage> since(long seq) {
        List<HistoryMessage> newestFirst = new ArrayList<>();
        if (!context.context().availableApis().historyPage()) {
            return newestFirst;
        }
        String before = context.context().latestCursor();
        boolean more = true;
        while (more && newestFirst.size() < FARTHEST) {
            HistoryPage page = api.historyPage(new HistoryRequest(before, null, AT_ONCE, HistoryDirection.BACKWARD));
            for (TranscriptItem item : page.items()) {
                HistoryMessage.of(item)
                        .filter(message -> message.seq() > seq)
                        .filter(message -> !isThisRuns(message))
                        .ifPresent(newestFirst::add);
            }
            before = page.nextCursor();
            more = page.hasMore() && before != null && !reaches(page, seq);
        }
        return newestFirst.reversed();
    }

    /** Returns true for the message of this run, which a host without a latest cursor returns as well. */
    private boolean isThisRuns(HistoryMessage message) {
        return message.role().equals("user")
                && message.eventId().equals(context.event().eventId());
    }

    private static boolean reaches(HistoryPage page, long seq) {
        @Nullable
        Long last = page.items().isEmpty() ? null : page.items().getLast().seq();
        return last != null && last <= seq;
    }
}
