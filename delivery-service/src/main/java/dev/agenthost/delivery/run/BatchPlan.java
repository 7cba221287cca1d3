package dev.agenthost.delivery.run;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.Delivery;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.delivery.surface.Next;
import dev.agenthost.delivery.surface.Part;
import dev.agenthost.delivery.surface.SurfaceAbilities;
import dev.agenthost.delivery.webhook.WebhookBody;
import dev.agenthost.protocol.result.Decoded;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.StreamPosition;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a batch of records asks for: written in one transaction, it is applied exactly once, however often the batch
 * comes.
 *
 * @param changed the runs whose standing moved, as it is after the batch
 * @param sends what must be sent, in order
 * @param dropped results that were not higher or came after the end
 */
public record BatchPlan(Collection<RunStanding> changed, List<Send> sends, int dropped) {

    public BatchPlan {
        changed = List.copyOf(changed);
        sends = List.copyOf(sends);
    }

    /**
     * Plans a batch.
     *
     * @param known standings of the batch's runs as they are stored
     * @param records in the order of each partition
     */
    public static BatchPlan of(Map<RunKey, RunStanding> known, List<ResultRecord> records) {
        Planning planning = new Planning(known);
        records.forEach(planning::add);
        return new BatchPlan(planning.changed.values(), planning.sends, planning.dropped);
    }

    private static final class Planning {

        private final Map<RunKey, RunStanding> standings;
        private final Map<RunKey, RunStanding> changed = new LinkedHashMap<>();
        private final List<Send> sends = new ArrayList<>();
        private int dropped;

        Planning(Map<RunKey, RunStanding> known) {
            standings = new HashMap<>(known);
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
            RunStanding standing = standings.get(record.key());
            StreamPosition highest = standing == null ? null : standing.highest();
            switch (Placement.of(highest, standing != null && standing.ended(), position)) {
                case Placement.Higher() -> apply(record, standing, position, frame);
                case Placement.NotHigher() -> dropped++;
                case Placement.AfterEnd() -> dropped++;
            }
        }

        private void apply(
                ResultRecord record, @Nullable RunStanding before, StreamPosition position, ResultFrame frame) {
            RunStanding standing = before == null ? first(record, position) : before;
            boolean terminal = ResultTypes.isTerminal(frame.type());
            DeliveryState state = standing.delivery();
            if (ResultCodec.decode(frame) instanceof Decoded.Known(ResultPayload payload)) {
                state = deliver(record, state, payload);
            }
            RunStanding after = standing.moved(position, terminal, state);
            standings.put(record.key(), after);
            changed.put(record.key(), after);
        }

        private DeliveryState deliver(ResultRecord record, DeliveryState state, ResultPayload payload) {
            DeliveryPolicy policy = state.policy();
            DeliveryTarget target = policy == null ? null : policy.target();
            Next next = Delivery.next(state, payload, SurfaceAbilities.of(target));
            if (next instanceof Next.Say(Part part, DeliveryState after) && target != null && target.url() != null) {
                SendKey key = new SendKey(
                        record.results().workspaceId(), record.results().runId(), part.number());
                sends.add(new Send(
                        key,
                        record.results().conversationKey(),
                        new Destination(target.surface(), target.url(), target.secretRef()),
                        WebhookBody.of(key, after, part),
                        record.traceparent()));
            }
            return next.state();
        }

        private static RunStanding first(ResultRecord record, StreamPosition position) {
            return new RunStanding(
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
