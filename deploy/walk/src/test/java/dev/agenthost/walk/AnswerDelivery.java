package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.walk.adapter.ImAdapter;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import dev.agenthost.walk.box.WebhookReceiver;
import dev.agenthost.walk.plugin.RecordedPlugin;
import dev.agenthost.walk.plugin.RecordedSession;
import java.io.IOException;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scenarios in which each event is answered: once, in order, and alike on every stream. */
interface AnswerDelivery extends BoxScenario {

    @Test
    default void answersAnEventSentByHttp() {
        var accepted = walk().door.say("demo", fresh(), fresh(), "hello there, walker");

        var stream = walk().door.follow(accepted.stream());

        RunInvariants.sound(stream);
        assertThat(stream.getFirst().type()).isEqualTo("run.started");
        assertThat(stream).anyMatch(event -> event.type().equals("message.delta"));
        assertThat(FrontDoor.said(stream)).isEqualTo("hello there, walker");
        assertThat(stream.getLast().type()).isEqualTo("run.completed");
    }

    @Test
    default void answersACloudEventPublishedToKafka() {
        try (var adapter = new ImAdapter(walk().box.bootstrapServers())) {
            var binary = adapter.publishBinary("hooked", fresh(), fresh(), "by Kafka, binary");
            var structured = adapter.publishStructured("hooked", fresh(), fresh(), "by Kafka, structured");

            assertThat(walk().awaitEnded(binary).path("outcome").path("type").asText())
                    .isEqualTo("run.completed");
            assertThat(walk().awaitEnded(structured)
                            .path("outcome")
                            .path("type")
                            .asText())
                    .isEqualTo("run.completed");
            walk().webhook.awaitShown(binary, "by Kafka, binary");
            walk().webhook.awaitShown(structured, "by Kafka, structured");
        }
    }

    @Test
    default void aScheduleIsAnsweredByItsAgentInItsConversation() throws Exception {
        var id = fresh();
        walk().demo.agent("a-" + id, Demo.ECHO, FrontDoor.JSON.createObjectNode());
        walk().door.call("POST", "/api/v1/bindings", FrontDoor.JSON.readTree("""
                        {"scope":{"kind":"bot","bot_id":"%s"},"event_types":["schedule.triggered"],"agent_id":"a-%s"}""".formatted(id, id)));
        walk().door.call("POST", "/api/v1/schedules", FrontDoor.JSON.readTree("""
                        {"schedule_id":"%s","cron":"0 0 29 2 *",
                         "event":{"bot_id":"%s","conversation_id":"%s","text":"the report"}}""".formatted(id, id, id)));
        var database = walk().box.database();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var advancing = connection.prepareStatement("""
                        update bindings.schedules set next_due = date_trunc('second', now()) where schedule_id = ?
                        returning extract(epoch from next_due)::bigint""")) {
            advancing.setString(1, id);
            try (var due = advancing.executeQuery()) {
                due.next();
                var event = EventIds.of("demo", "scheduler", id, id + "/" + due.getLong(1));
                var run = walk().awaitEnded(RunIds.of("demo", event, 0).toString());
                assertThat(run.path("outcome").path("type").asText()).isEqualTo("run.completed");
            }
        }
        await("the answer in the conversation")
                .atMost(Duration.ofSeconds(60))
                .until(() -> walk().door.spoken(id, id), spoken -> spoken.contains("the report"));
    }

    @Test
    default void theSameEventFromThreeProducersAtOnceIsOneRun() throws Exception {
        var conversation = fresh();
        var id = fresh();
        try (var one = new ImAdapter(walk().box.bootstrapServers());
                var two = new ImAdapter(walk().box.bootstrapServers());
                var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String>> sayings = List.of(
                    () -> one.publishBinary("hooked", conversation, id, "once"),
                    () -> one.publishBinary("hooked", conversation, id, "once"),
                    () -> two.publishBinary("hooked", conversation, id, "once"),
                    () -> two.publishStructured("hooked", conversation, id, "once"),
                    () -> one.publishStructured("hooked", conversation, id, "once"));
            var runs = new ArrayList<String>();
            for (Future<String> said : pool.invokeAll(sayings)) {
                runs.add(said.get());
            }

            assertThat(runs).containsOnly(runs.getFirst());
            walk().awaitEnded(runs.getFirst());
            walk().webhook.awaitShown(runs.getFirst(), "once");
            // A later event of the same conversation ends after any run that a repetition could have started.
            var after = walk().door.say("hooked", conversation, fresh(), "after");
            walk().door.follow(after.stream());
            walk().webhook.awaitShown(after.runId(), "after");
            assertThat(walk().webhook.shownOf(runs.getFirst())).hasSize(1);
        }
    }

    @Test
    default void keepsTheOrderOfAConversationUnderABurst() {
        var conversation = fresh();
        var runs = IntStream.range(0, 25)
                .mapToObj(i -> walk().door.say("hooked", conversation, fresh(), "burst " + i))
                .toList();

        runs.forEach(run -> RunInvariants.sound(walk().door.follow(run.stream())));
        walk().webhook.awaitShown(runs.getLast().runId(), "burst 24");

        var order = runs.stream().map(FrontDoor.Accepted::runId).toList();
        assertThat(walk().webhook.shown().stream()
                        .map(WebhookReceiver.ShownPart::runId)
                        .filter(order::contains))
                .containsExactlyElementsOf(order);
        var lines = new ArrayList<String>();
        walk().door
                .transcript("hooked", conversation, 50)
                .path("items")
                .forEach(item -> lines.add(item.path("role").asText()));
        assertThat(lines).hasSize(50);
    }

    @Test
    default void aStreamCutAtEveryFrameAndResumedEqualsTheUncutOne() throws IOException {
        var accepted = walk().door.say("demo", fresh(), fresh(), "one two three four five six seven");
        var uncut = walk().door.follow(accepted.stream());
        RunInvariants.sound(uncut);

        for (int cut = 0; cut < uncut.size() - 1; cut++) {
            var last = uncut.get(cut).id();
            var head = walk().door
                    .read(accepted.stream(), null, event -> event.id().equals(last));
            var resumed = new ArrayList<>(head);
            resumed.addAll(walk().door.read(accepted.stream(), last, event -> false));
            assertThat(resumed.stream().map(SseEvent::frame).toList())
                    .containsExactlyElementsOf(
                            uncut.stream().map(SseEvent::frame).toList());
        }
    }

    @Test
    default void showsThePreviousMessageAndCountsInState() {
        var conversation = fresh();
        walk().door.follow(walk().door.say("demo", conversation, fresh(), "remember me").stream());

        var stream = walk().door.follow(walk().door.say("demo", conversation, fresh(), "previous").stream());

        assertThat(FrontDoor.said(stream)).contains("remember me");
    }

    /** LangBot's own SDK is not available here: a plugin replays its recorded session over a real socket. */
    @Test
    default void runsALangBotPluginThatDialsTheHost() throws Exception {
        try (var plugin = new RecordedPlugin(
                walk().box.runnerAddress().toString(), walk().box.keys().runnerKey())) {
            plugin.initialized().get(30, TimeUnit.SECONDS);
            var id = "plugin:peer/probe-runner/default";
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            walk().door.get("/api/v1/runners").body().toString().contains(id));
            var bot = "plugin-" + fresh();
            walk().demo.bind(bot, walk().demo.agent("a-" + bot, id, FrontDoor.JSON.createObjectNode()));

            var stream = walk().door.ask(bot, "hello plugin");

            RunInvariants.sound(stream);
            assertThat(stream.getLast().type()).isEqualTo("run.completed");
            assertThat(FrontDoor.said(stream)).isEqualTo("plugin heard: hello plugin");
            RecordedSession.assertSameShape(plugin);
        }
    }
}
