package dev.agenthost.delivery.run;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.delivery.surface.DeliveryStateMachine;
import dev.agenthost.delivery.surface.DeliveryStep;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.Part;
import dev.agenthost.delivery.surface.PartBody;
import dev.agenthost.delivery.surface.SurfaceAbilities;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunStarted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a batch of records: written in one transaction, they are applied exactly once, however often the batch is delivered.
 *
 * @param changed progress of the changed runs after the batch
 * @param started the runs of which an attempt begins in this batch
 * @param sends new sends, in order
 * @param graphs the latest view of each graph of actions in the batch
 * @param dropped number of results that were not higher or followed the end
 */
public record BatchPlan(
        Collection<ResultProgress> changed,
        Set<RunKey> started,
        List<Send> sends,
        Collection<GraphProgress> graphs,
        int dropped) {

    public BatchPlan {
        changed = List.copyOf(changed);
        started = Set.copyOf(started);
        sends = List.copyOf(sends);
        graphs = List.copyOf(graphs);
    }

    /**
     * Plans a batch.
     *
     * @param known stored progress of the batch's runs
     * @param records in the order of each partition
     * @param routes chooses the destinations
     */
    public static BatchPlan of(
            Map<RunKey, ResultProgress> known, List<ResultRecord> records, DestinationRouter routes) {
        Planning planning = new Planning(known, routes);
        records.forEach(planning::add);
        return new BatchPlan(
                planning.changed.values(),
                planning.started,
                planning.sends,
                planning.graphs.values(),
                planning.dropped);
    }

    private static final class Planning {

        private final Map<RunKey, ResultProgress> byRun;
        private final Map<RunKey, ResultProgress> changed = new LinkedHashMap<>();
        private final List<Send> sends = new ArrayList<>();
        private final Set<RunKey> started = new LinkedHashSet<>();
        private final Map<String, GraphProgress> graphs = new LinkedHashMap<>();
        private final DestinationRouter routes;
        private int dropped;

        Planning(Map<RunKey, ResultProgress> known, DestinationRouter routes) {
            this.routes = routes;
            byRun = new HashMap<>(known);
        }

        void add(ResultRecord record) {
            for (ResultFrame frame : record.results().results()) {
                Long sequence = frame.sequence();
                if (sequence != null) {
                    add(record, new StreamPosition(record.results().attempt(), sequence), frame);
                }
            }
        }

        private void add(ResultRecord record, StreamPosition position, ResultFrame frame) {
            ResultProgress progress = byRun.get(record.key());
            StreamPosition highest = progress == null ? null : progress.highest();
            switch (Placement.of(highest, progress != null && progress.ended(), position)) {
                case Placement.Higher() -> apply(record, progress, position, frame);
                case Placement.NotHigher() -> dropped++;
                case Placement.AfterEnd() -> dropped++;
            }
        }

        private void apply(
                ResultRecord record, @Nullable ResultProgress before, StreamPosition position, ResultFrame frame) {
            ResultProgress progress = before == null ? first(record, position) : before;
            boolean terminal = ResultTypes.isTerminal(frame.type());
            DeliveryState state = progress.delivery();
            ResultPayload payload =
                    ResultCodec.decode(frame) instanceof DecodeResult.Known(ResultPayload known) ? known : null;
            if (payload != null) {
                state = deliver(record, state, payload);
                if (payload instanceof RunStarted) {
                    started.add(record.key());
                }
            }
            ResultProgress after = progress.moved(position, terminal, state);
            if (payload != null) {
                GraphProgress.of(after, payload).ifPresent(graph -> graphs.put(graph.id(), graph));
            }
            byRun.put(record.key(), after);
            changed.put(record.key(), after);
        }

        private DeliveryState deliver(ResultRecord record, DeliveryState state, ResultPayload payload) {
            Destination to = routes.of(record.results().workspaceId(), DeliveryStateMachine.addressed(state, payload));
            DeliveryStep next = DeliveryStateMachine.next(state, payload, abilities(to));
            if (next instanceof DeliveryStep.SendPart(Part part, DeliveryState after) && to != null) {
                SendKey key = new SendKey(
                        record.results().workspaceId(), record.results().runId(), part.number());
                byte[] body = PartBody.of(to, key, after, part);
                sends.add(new Send(key, record.results().conversationKey(), to, body, record.traceparent()));
            }
            return next.state();
        }

        private static SurfaceAbilities abilities(@Nullable Destination to) {
            return switch (to) {
                case null -> SurfaceAbilities.READ_ONLY;
                case Destination.Webhook webhook -> SurfaceAbilities.WHOLE_MESSAGES;
                case Destination.Outbound outbound -> SurfaceAbilities.WITH_ATTACHMENTS;
                case Destination.Bot bot -> SurfaceAbilities.WITH_ATTACHMENTS;
            };
        }

        private static ResultProgress first(ResultRecord record, StreamPosition position) {
            return new ResultProgress(
                    record.key(),
                    record.partition(),
                    record.offset(),
                    position,
                    false,
                    record.results().conversationKey(),
                    DeliveryState.UNKNOWN);
        }
    }
}
