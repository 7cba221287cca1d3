package dev.agenthost.delivery.app;

import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import io.quarkus.test.common.http.TestHTTPResource;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;

/** Live streams of runs whose results a test publishes. */
abstract class LiveStreams {
    @TestHTTPResource("/")
    URI baseUrl;

    @Inject
    ResultProgressRepository repository;

    /** Two attempts; one or several results in a record; a repeated result; a result of the older attempt. */
    static void publish(DeliveredRun run) {
        ResultPayload[] deltas = {DeliveredRun.delta("he"), DeliveredRun.delta("llo \u00e9\u4f60")};
        DeliveryTopics.publish(run.record(1, 1, run.started()));
        DeliveryTopics.publish(run.record(1, 2, deltas));
        DeliveryTopics.publish(run.record(1, 2, deltas));
        DeliveryTopics.publish(
                run.record(1, 4, DeliveredRun.message("hello \u00e9\u4f60"), DeliveredRun.delta("more")));
        DeliveryTopics.publish(run.record(2, 1, run.started(), DeliveredRun.message("again")));
        DeliveryTopics.publish(run.record(1, 6, DeliveredRun.message("from the past")));
        DeliveryTopics.publish(run.record(2, 3, DeliveredRun.completed()));
        DeliveryTopics.publish(run.record(2, 3, DeliveredRun.completed()));
    }

    void awaitApplied(DeliveredRun run) {
        await().atMost(Duration.ofSeconds(20)).until(() -> repository
                .find(new RunKey(run.workspace(), run.runId()))
                .await()
                .atMost(Duration.ofSeconds(5))
                .filter(progress -> progress.ended())
                .isPresent());
    }

    EventSource open(DeliveredRun run) {
        return EventSource.open(baseUrl, path(run));
    }

    int status(String path) {
        try (EventSource answer = EventSource.open(baseUrl, path)) {
            return answer.status();
        }
    }

    static String path(DeliveredRun run) {
        return path(run.runId(), DeliverySettings.token(run.workspace(), run.runId(), partition(run)));
    }

    static String path(RunId run, String token) {
        return "/api/v1/runs/" + run + "/stream?token=" + token;
    }

    static int partition(DeliveredRun run) {
        return ConversationPartitioner.of(run.conversationKey());
    }
}
