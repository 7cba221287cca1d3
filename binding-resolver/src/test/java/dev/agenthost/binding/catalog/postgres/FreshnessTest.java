package dev.agenthost.binding.catalog.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.app.Keys;
import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingScope;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests how a change reaches other replicas. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class FreshnessTest {
    @Inject
    Pool pool;

    @Test
    void aReplicaSeesWhatChangedAndNothingElse() {
        BindingCache replica = new BindingCache(new PostgresBindingChangeRepository(pool));
        long before = replica.upToDate().await().indefinitely().revision();
        BindingScope bot = new BindingScope.Bot("bot-" + UUID.randomUUID());

        String binding = bind(bot);

        var after = replica.upToDate().await().indefinitely();
        assertThat(after.revision()).isGreaterThan(before);
        assertThat(after.at("demo", bot))
                .extracting(candidate -> candidate.binding().bindingId())
                .containsExactly(binding);
        delete(binding);
        assertThat(replica.upToDate().await().indefinitely().at("demo", bot)).isEmpty();
    }

    @Test
    void anAgentsChangeReachesItsBindings() {
        BindingScope bot = new BindingScope.Bot("bot-" + UUID.randomUUID());
        BindingCache replica = new BindingCache(new PostgresBindingChangeRepository(pool));
        bind(bot);
        String agent = replica.upToDate()
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

        assertThat(replica.upToDate()
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
