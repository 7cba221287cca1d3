package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.markdown.IncompleteAnswer;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.ConversationTurn.AssistantAnswer;
import dev.agenthost.actiongraph.transcript.ConversationTurn.UserRequest;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The earlier messages of a conversation, as turns. */
public final class ConversationHistory {
    private static final int MAX_PAGE = 100;

    private ConversationHistory() {}

    /**
     * Loads the latest messages before the message of this run, the oldest first.
     *
     * @param most most messages
     */
    public static List<ConversationTurn> load(AgentRunContext context, HostApi api, int most) {
        List<ConversationTurn> newestFirst = new ArrayList<>();
        String before = context.context().latestCursor();
        boolean more = context.context().availableApis().historyPage();
        while (more && newestFirst.size() < most) {
            HistoryPage page = api.historyPage(new HistoryRequest(
                    before, null, Math.min(MAX_PAGE, most - newestFirst.size() + 1), HistoryDirection.BACKWARD));
            page.items().stream()
                    .filter(item -> isEarlierMessage(item, context))
                    .limit(most - newestFirst.size())
                    .map(ConversationHistory::turn)
                    .flatMap(Optional::stream)
                    .forEach(newestFirst::add);
            before = page.nextCursor();
            more = page.hasMore() && before != null;
        }
        return newestFirst.reversed();
    }

    private static boolean isEarlierMessage(TranscriptItem item, AgentRunContext context) {
        boolean isOfPerson = item.role().equals("user");
        String text = item.content();
        return item.itemType().equals("message")
                && text != null
                && !text.isBlank()
                && (isOfPerson || item.role().equals("assistant"))
                && !item.eventId().equals(context.event().eventId());
    }

    /** The turn without private reasoning; empty if an answer has nothing else. */
    private static Optional<ConversationTurn> turn(TranscriptItem item) {
        String text = item.content() == null ? "" : item.content();
        if (item.role().equals("user")) {
            return Optional.of(new UserRequest(text));
        }
        String words = PrivateReasoning.without(text);
        Optional<IncompleteAnswer> cut = IncompleteAnswer.read(words);
        String shown = cut.map(IncompleteAnswer::text).orElse(words);
        return shown.isBlank()
                ? Optional.empty()
                : Optional.of(new AssistantAnswer(
                        shown, cut.map(IncompleteAnswer::reason).orElse(null)));
    }
}
