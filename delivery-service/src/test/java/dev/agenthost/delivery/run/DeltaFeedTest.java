package dev.agenthost.delivery.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.Adapter;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.DeltaProducer;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.PreviewProducer;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeltaFeedTest {

    private final DestinationRouter routes = new DestinationRouter(List.of(
            new Adapter("im", "demo", Set.of("bot"), true), new Adapter("plain", "demo", Set.of("bot"), false)));
    private final List<OutboundDelta> published = new ArrayList<>();
    private boolean topicExists = true;
    private final DeltaProducer topic = (adapter, key, delta, trace) -> {
        if (topicExists) {
            published.add(delta);
        }
        return Uni.createFrom().item(topicExists);
    };
    private final List<OutboundTyping> typed = new ArrayList<>();
    private final TypingProducer typing = (adapter, key, begins) -> {
        typed.add(begins);
        return Uni.createFrom().item(true);
    };
    private final List<String> previewed = new ArrayList<>();
    private final PreviewProducer previews = new PreviewProducer() {
        @Override
        public Uni<Boolean> publish(Destination.Bot bot, String key, OutboundDelta delta) {
            previewed.add(delta.part() + " " + delta.text());
            return Uni.createFrom().item(true);
        }

        @Override
        public void ended(RunId runId) {
            previewed.add("ended");
        }
    };
    private final List<String> typingBots = new ArrayList<>();
    private final TypingProducer botTyping = (bot, key, begins) -> {
        typingBots.add(bot);
        return Uni.createFrom().item(true);
    };
    private final DeltaFeed feed =
            new DeltaFeed(routes, topic, typing, previews, any -> botTyping, ConversationGate.OPEN);
    private final Map<RunKey, ResultProgress> stored = new HashMap<>();
    private final DeliveredRun run = DeliveredRun.toEventSurface();
    private long next = 1;

    @Test
    void publishesTypingIfTheEventDeclaresSupport() {
        batch(record(run.startedOn("im")));
        assertThat(typed).isEmpty();

        DeliveredRun published = DeliveredRun.toEventSurface();
        ObjectNode can = JsonNodeFactory.instance.objectNode().put("supports_typing", true);
        DeliveryContext im = new DeliveryContext("im", null, false, false, false, null, can);
        var begins = new ResultRecord(0, 0, published.record(1, 1, published.startedOn(im)), null);
        feed.applied(BatchPlan.of(Map.of(), List.of(begins), routes));
        assertThat(typed).singleElement().satisfies(said -> {
            assertThat(said.runId()).isEqualTo(published.runId());
            assertThat(said.attempt()).isEqualTo(1);
        });
    }

    @Test
    void aBotIsTypingWhenARunOfItsChatBegins() {
        batch(record(run.startedOn("telegram")));

        assertThat(typingBots).containsExactly("bot");
        assertThat(typed).isEmpty();
    }

    @Test
    void aBotIsNotTypingIfItsAnswerGoesElsewhere() {
        DeliveredRun elsewhere = DeliveredRun.toEventSurface().toWebhook("http://hooks.example/in", "HOOK");
        var begins = new ResultRecord(0, 0, elsewhere.record(1, 1, elsewhere.startedOn("telegram")), null);
        feed.applied(BatchPlan.of(Map.of(), List.of(begins), routes));

        assertThat(typingBots).isEmpty();
    }

    @Test
    void aBotPreviewsEachPartUntilItIsStored() {
        batch(record(run.startedOn("telegram"), DeliveredRun.delta("he")));
        batch(record(DeliveredRun.delta("llo")));
        batch(record(DeliveredRun.message("hello"), DeliveredRun.delta("by")));
        batch(record(DeliveredRun.completed("bye")));

        assertThat(previewed).containsExactly("1 he", "1 llo", "ended", "2 by", "ended");
        assertThat(published).isEmpty();
    }

    @Test
    void publishesTheDeltasOfEachPartInOrderAfterTheTypingRecord() {
        batch(record(run.startedOn("im")));
        batch(record(DeliveredRun.delta("he")));
        batch(record(DeliveredRun.delta("llo")), record(DeliveredRun.delta(" you")));
        batch(record(DeliveredRun.message("hello you")));
        batch(record(DeliveredRun.delta("bye")));

        assertThat(published)
                .extracting(d -> d.part() + "/" + d.sequence() + " " + d.text())
                .containsExactly("1/1 he", "1/2 llo you", "2/1 bye");
        assertThat(published).allSatisfy(d -> {
            assertThat(d.runId()).isEqualTo(run.runId());
            assertThat(d.eventId()).isEqualTo(run.eventId());
            assertThat(d.replyTarget().path("chat_id").asInt()).isEqualTo(7);
        });
    }

    @Test
    void publishesNoDeltasOfAPartThatEndsInTheSameBatch() {
        batch(
                record(run.startedOn("im"), DeliveredRun.delta("a")),
                record(DeliveredRun.delta("b")),
                record(DeliveredRun.message("ab"), DeliveredRun.delta("c")),
                record(DeliveredRun.delta("d")));

        assertThat(published).extracting(d -> d.part() + " " + d.text()).containsExactly("2 cd");
    }

    @Test
    void repeatedRecordsArePublishedOnce() {
        ResultRecord started = record(run.startedOn("im"));
        ResultRecord piece = record(DeliveredRun.delta("he"));
        batch(started, piece);
        batch(started, piece);
        batch(piece);

        assertThat(published).extracting(OutboundDelta::text).containsExactly("he");
    }

    @Test
    void aReplicaThatDidNotReadTheStartOfARunPublishesNoDeltas() {
        ResultRecord started = record(run.startedOn("im"));
        batch(started);
        DeltaFeed other = new DeltaFeed(routes, topic, typing, previews, any -> botTyping, ConversationGate.OPEN);
        ResultRecord piece = record(DeliveredRun.delta("he"));
        other.applied(BatchPlan.of(stored, List.of(started, piece), routes));
        await(other.publishDeltas(List.of(started, piece)));

        assertThat(published).isEmpty();
    }

    @Test
    void noDeltaFollowsALostOneUntilTheNextPart() {
        batch(record(run.startedOn("im")));
        batch(record(DeliveredRun.delta("a")));
        topicExists = false;
        batch(record(DeliveredRun.delta("b")));
        topicExists = true;
        batch(record(DeliveredRun.delta("c")));
        batch(record(DeliveredRun.message("abc")));
        batch(record(DeliveredRun.delta("d")));

        assertThat(published).extracting(OutboundDelta::text).containsExactly("a", "d");
    }

    @Test
    void aGapThatAnotherReplicaReadStopsTheDeltas() {
        batch(record(run.startedOn("im")));
        batch(record(DeliveredRun.delta("a")));
        record(DeliveredRun.delta("b"));
        batch(record(DeliveredRun.delta("c")));
        batch(record(DeliveredRun.message("abc")));
        batch(record(DeliveredRun.delta("d")));

        assertThat(published).extracting(OutboundDelta::text).containsExactly("a", "d");
    }

    @Test
    void publishesNoDeltasAfterTheEndOrWithoutStreaming() {
        batch(record(run.startedOn("im")), record(DeliveredRun.completed()));
        batch(record(DeliveredRun.delta("late")));
        DeliveredRun other = DeliveredRun.toEventSurface();
        next = 1;
        batch(record(other, other.startedOn("plain")), record(other, DeliveredRun.delta("x")));
        DeliveredRun unknown = DeliveredRun.toEventSurface();
        next = 1;
        batch(record(unknown, unknown.startedOn("telegram")), record(unknown, DeliveredRun.delta("x")));

        assertThat(published).isEmpty();
    }

    @Test
    void anAttemptThatMayRepeatMessagesHasNoDeltasUntilItsFirstNewMessage() {
        batch(record(run.startedOn("im")), record(DeliveredRun.message("one")));
        next = 1;
        attempt(2, run.startedOn("im"), DeliveredRun.delta("o"));
        attempt(2, DeliveredRun.delta("ne"));
        attempt(2, DeliveredRun.message("one"));
        attempt(2, DeliveredRun.delta("two"));

        assertThat(published)
                .extracting(d -> d.attempt() + " " + d.part() + " " + d.text())
                .containsExactly("2 2 two");
    }

    private void attempt(int attempt, ResultPayload... said) {
        var results = run.record(attempt, next, said);
        next += said.length;
        batch(new ResultRecord(0, next, results, null));
    }

    private ResultRecord record(ResultPayload... said) {
        return record(run, said);
    }

    private ResultRecord record(DeliveredRun of, ResultPayload... said) {
        var results = of.record(1, next, said);
        next += said.length;
        return new ResultRecord(0, next, results, null);
    }

    /** As in the channel: records that hold only deltas are published and not applied. */
    private void batch(ResultRecord... records) {
        List<ResultRecord> all = List.of(records);
        BatchPlan plan =
                BatchPlan.of(stored, all.stream().filter(r -> !isDeltasOnly(r)).toList(), routes);
        plan.changed().forEach(progress -> stored.put(progress.key(), progress));
        feed.applied(plan);
        await(feed.publishDeltas(all));
    }

    private static boolean isDeltasOnly(ResultRecord record) {
        return record.results().results().stream().map(ResultFrame::type).allMatch("message.delta"::equals);
    }

    private static void await(Uni<Void> done) {
        done.await().indefinitely();
    }
}
