package dev.agenthost.binding.catalog.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.app.Keys;
import dev.agenthost.binding.binding.BindingScope;
import dev.agenthost.binding.catalog.CurrentBindings;
import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How other replicas learn of a change. */
@QuarkusTest
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(Keys.class)
class FreshnessTest {
    @Inject
    Pool pool;

    /** The running service's, with notices and poll. */
    @Inject
    CurrentBindings ours;

    @Test
    void aReplicaThatOnlyPollsSeesWhatChangedAndNothingElse() {
        CurrentBindings replica = new CurrentBindings(new PostgresBindingSource(pool));
        long before = replica.refresh().await().indefinitely().revision();
        BindingScope bot = new BindingScope.Bot("bot-" + UUID.randomUUID());

        String binding = bind(bot);

        var after = replica.refresh().await().indefinitely();
        assertThat(after.revision()).isGreaterThan(before);
        assertThat(after.at("demo", bot))
                .extracting(candidate -> candidate.binding().bindingId())
                .containsExactly(binding);
        delete(binding);
        assertThat(replica.refresh().await().indefinitely().at("demo", bot)).isEmpty();
    }

    @Test
    void aChangeWakesEveryReplicaAtOnce() {
        AtomicInteger notices = new AtomicInteger();
        new BindingNotices(pool).listen(notices::incrementAndGet).subscribe().with(closed -> {});
        // Whether the listening has begun can only be seen by a notice.
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> {
            bind(new BindingScope.Bot("bot-" + UUID.randomUUID()));
            return notices.get() > 0;
        });
    }

    @Test
    void theRunningServiceFollows() {
        BindingScope bot = new BindingScope.Bot("bot-" + UUID.randomUUID());

        bind(bot);

        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() ->
                        !ours.loaded().await().indefinitely().at("demo", bot).isEmpty());
    }

    @Test
    void anAgentsChangeReachesItsBindings() {
        BindingScope bot = new BindingScope.Bot("bot-" + UUID.randomUUID());
        CurrentBindings replica = new CurrentBindings(new PostgresBindingSource(pool));
        bind(bot);
        String agent = replica.refresh()
                .await()
                .indefinitely()
                .at("demo", bot)
                .getFirst()
                .snapshot()
                .agentId();

        demo().header("If-Match", "*")
                .body("{\"runner_id\":\"plugin:a/b/c\"}")
                .put("/api/v1/agents/" + agent)
                .then()
                .statusCode(200);

        assertThat(replica.refresh()
                        .await()
                        .indefinitely()
                        .at("demo", bot)
                        .getFirst()
                        .snapshot())
                .satisfies(snapshot -> assertThat(snapshot.runnerId()).hasToString("plugin:a/b/c"))
                .satisfies(snapshot -> assertThat(snapshot.agentVersion()).isEqualTo(2));
    }

    private static String bind(BindingScope scope) {
        String agent = demo().body("{\"runner_id\":\"plugin:agenthost/echo/default\"}")
                .post("/api/v1/agents")
                .jsonPath()
                .getString("agent_id");
        return demo().body("{\"scope\":{\"kind\":\"bot\",\"bot_id\":\"" + ((BindingScope.Bot) scope).botId()
                        + "\"},\"event_types\":[\"*\"],\"agent_id\":\"" + agent + "\"}")
                .post("/api/v1/bindings")
                .then()
                .statusCode(201)
                .extract()
                .jsonPath()
                .getString("binding_id");
    }

    private static void delete(String binding) {
        demo().delete("/api/v1/bindings/" + binding).then().statusCode(204);
    }

    private static RequestSpecification demo() {
        return RestAssured.given().header("Authorization", Keys.DEMO).contentType(ContentType.JSON);
    }
}
