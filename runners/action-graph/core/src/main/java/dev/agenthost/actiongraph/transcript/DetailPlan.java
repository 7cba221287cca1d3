package dev.agenthost.actiongraph.transcript;

import dev.agenthost.actiongraph.transcript.ConversationTurn.ProtocolRun;
import dev.agenthost.actiongraph.transcript.ConversationTurn.UserRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The order in which turns lose detail until a transcript fits. Old turns lose it first; the last turn and the last request of the user lose
 * it last, and are never omitted.
 */
final class DetailPlan {
    private final List<TurnDetail> initial;
    private final List<Step> steps = new ArrayList<>();

    /** One loss of detail. */
    record Step(int turn, TurnDetail detail) {}

    /** @param initial the detail of each turn by the replay mode */
    DetailPlan(List<ConversationTurn> turns, List<TurnDetail> initial) {
        this.initial = List.copyOf(initial);
        List<Integer> essential = essential(turns);
        List<Integer> older = new ArrayList<>();
        for (int turn = 0; turn < turns.size(); turn++) {
            if (!essential.contains(turn)) {
                older.add(turn);
            }
        }
        for (TurnDetail detail :
                List.of(TurnDetail.COMPRESSED, TurnDetail.SHORT, TurnDetail.STATUS, TurnDetail.OMITTED)) {
            older.forEach(turn -> steps.add(new Step(turn, detail)));
        }
        for (TurnDetail detail :
                List.of(TurnDetail.COMPRESSED, TurnDetail.SHORT, TurnDetail.STATUS, TurnDetail.HEADER)) {
            essential.reversed().forEach(turn -> steps.add(new Step(turn, detail)));
        }
    }

    /** The number of steps. */
    int size() {
        return steps.size();
    }

    /** The detail of each turn after the first steps. */
    List<TurnDetail> after(int count) {
        List<TurnDetail> details = new ArrayList<>(initial);
        steps.subList(0, count)
                .forEach(step ->
                        details.set(step.turn(), details.get(step.turn()).coarser(step.detail())));
        return details;
    }

    private static List<Integer> essential(List<ConversationTurn> turns) {
        int last = turns.size() - 1;
        int request = last;
        while (request >= 0 && !(turns.get(request) instanceof UserRequest)) {
            request--;
        }
        if (last < 0) {
            return List.of();
        }
        return request < 0 || request == last ? List.of(last) : List.of(request, last);
    }

    /** The detail of each turn by the mode, before the budget. */
    static List<TurnDetail> initial(List<ConversationTurn> turns, ReplayPolicy replay, IntPredicate isShort) {
        List<TurnDetail> details = new ArrayList<>();
        int recent = 0;
        for (int turn = turns.size() - 1; turn >= 0; turn--) {
            boolean isRun = turns.get(turn) instanceof ProtocolRun;
            boolean isExact =
                    switch (replay.mode()) {
                        case FULL -> true;
                        case COMPRESSED -> false;
                        case HYBRID -> !isRun || recent < replay.recentTurns() && isShort.test(turn);
                    };
            recent += isRun ? 1 : 0;
            details.addFirst(isExact ? TurnDetail.EXACT : TurnDetail.COMPRESSED);
        }
        return details;
    }
}
