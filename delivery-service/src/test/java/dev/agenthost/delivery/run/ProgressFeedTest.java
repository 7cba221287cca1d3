package dev.agenthost.delivery.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.Adapter;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.protocol.delivery.OutboundProgress;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgressFeedTest {
    private final DestinationRouter routes = new DestinationRouter(List.of(
            new Adapter("im", "demo", Set.of("bot"), true), new Adapter("plain", "demo", Set.of("bot"), false)));
    private final List<OutboundProgress> published = new ArrayList<>();
    private final Deque<Runnable> timers = new ArrayDeque<>();
    private final ProgressFeed feed = new ProgressFeed(
            routes,
            (adapter, key, progress) -> {
                published.add(progress);
                return Uni.createFrom().item(true);
            },
            Duration.ofSeconds(1),
            (delay, task) -> timers.add(task),
            ConversationGate.OPEN);
    private final Map<RunKey, ResultProgress> stored = new HashMap<>();
    private final DeliveredRun run = DeliveredRun.toEventSurface();
    private long next = 1;

    @Test
    void ofTheViewsInAnIntervalTheFirstAndTheLastArePublished() {
        batch(run.startedOn(surface("im", true)), view(UiStatus.RUNNING, 0));
        batch(view(UiStatus.RUNNING, 1));
        batch(view(UiStatus.RUNNING, 2));
        assertThat(ended()).containsExactly(0);

        timers.remove().run();
        assertThat(ended()).containsExactly(0, 2);
        timers.remove().run();
        assertThat(timers).isEmpty();
        batch(view(UiStatus.RUNNING, 3));
        assertThat(ended()).containsExactly(0, 2, 3);
    }

    @Test
    void aGraphThatWaitsOrHasEndedIsPublishedAtOnceAndOnce() {
        batch(run.startedOn(surface("im", true)), view(UiStatus.RUNNING, 0));
        batch(view(UiStatus.RUNNING, 1));
        batch(view(UiStatus.WAITING, 2));
        timers.remove().run();

        assertThat(ended()).containsExactly(0, 2);
        assertThat(timers).isEmpty();
        assertThat(published.getLast()).satisfies(progress -> {
            assertThat(progress.runId()).isEqualTo(run.runId());
            assertThat(progress.sequence()).isEqualTo(4);
            assertThat(progress.replyTarget().path("chat_id").asInt()).isEqualTo(7);
            assertThat(progress.text()).isEqualTo("Check · 2/3\n✓ Read: 3 files\n⏸ Send");
        });
    }

    @Test
    void aViewWhoseUsageAloneHasChangedIsNoRecord() {
        batch(run.startedOn(surface("im", true)), view(UiStatus.RUNNING, 3, 10));
        batch(view(UiStatus.COMPLETED, 3, 10));
        timers.remove().run();
        batch(view(UiStatus.COMPLETED, 3, 20));

        assertThat(published)
                .extracting(progress -> progress.projection().status())
                .containsExactly(UiStatus.RUNNING, UiStatus.COMPLETED);
    }

    @Test
    void viewsOfOneBatchAreOneRecord() {
        batch(run.startedOn(surface("im", true)), view(UiStatus.RUNNING, 0), view(UiStatus.RUNNING, 1));

        assertThat(ended()).containsExactly(1);
    }

    @Test
    void anAdapterThatDeclaresNoSupportOrWantsNoDeltasGetsNothing() {
        batch(run.startedOn(surface("im", false)), view(UiStatus.COMPLETED, 3));
        DeliveredRun other = DeliveredRun.toEventSurface();
        feed.applied(BatchPlan.of(
                Map.of(),
                List.of(new ResultRecord(
                        0,
                        0,
                        other.record(1, 1, other.startedOn(surface("plain", true)), view(UiStatus.COMPLETED, 3)),
                        null)),
                routes));

        assertThat(published).isEmpty();
    }

    private List<Integer> ended() {
        return published.stream()
                .map(progress -> progress.projection().progress().ended())
                .toList();
    }

    private void batch(ResultPayload... payloads) {
        ResultRecord record = new ResultRecord(0, next, run.record(1, next, payloads), null);
        next += payloads.length;
        BatchPlan plan = BatchPlan.of(stored, List.of(record), routes);
        assertThat(plan.sends()).isEmpty();
        plan.changed().forEach(progress -> stored.put(progress.key(), progress));
        feed.applied(plan);
    }

    private static DeliveryContext surface(String name, boolean showsProgress) {
        return new DeliveryContext(
                name,
                JsonNodeFactory.instance.objectNode().put("chat_id", 7),
                false,
                true,
                false,
                null,
                JsonNodeFactory.instance.objectNode().put("supports_progress", showsProgress));
    }

    private static ResultPayload view(UiStatus status, int ended) {
        return view(status, ended, 0);
    }

    private static ResultPayload view(UiStatus status, int ended, long tokens) {
        UiProjection view = new UiProjection(
                "g",
                "Check",
                null,
                status,
                new UiProjection.Progress(ended, 3),
                List.of(
                        new UiAction("read", "Read", null, UiStatus.COMPLETED, List.of(), "3\nfiles", null),
                        new UiAction("send", "Send", null, UiStatus.WAITING, List.of("read"), null, null)),
                null,
                new UiProjection.Usage(tokens, 1, 0));
        return new ActionRequested(UiProjection.ACTION, null, ProtocolCodec.tree(view));
    }
}
