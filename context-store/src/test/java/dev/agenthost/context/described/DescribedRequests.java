package dev.agenthost.context.described;

import static dev.agenthost.context.fixture.Records.run;
import static io.restassured.RestAssured.given;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.List;

/** Makes requests with each kind of key, checked against the description. */
final class DescribedRequests {
    static final String INTERNAL = "/internal/v1/";

    private DescribedRequests() {}

    static RequestSpecification writer(OpenApiValidationFilter api) {
        return reader(api).contentType("application/json");
    }

    static RequestSpecification adapter(OpenApiValidationFilter api) {
        return given().filter(api).header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY);
    }

    static RequestSpecification text(OpenApiValidationFilter api) {
        return reader(api).contentType("text/plain");
    }

    static ValidatableResponse post(OpenApiValidationFilter api, String path, Object body) {
        return service(api).body(ProtocolCodec.encode(body)).post(path).then();
    }

    static StateScopeKey scope() {
        return new StateScopeKey(
                StateScope.CONVERSATION, "bot", "b1", RunnerId.parse("plugin:agenthost/echo/default"), "described/");
    }

    static RequestSpecification service(OpenApiValidationFilter api) {
        return given().filter(api)
                .header("Authorization", "Bearer " + ContextSettings.INTERNAL_KEY)
                .contentType("application/json");
    }

    static RequestSpecification reader(OpenApiValidationFilter api) {
        return given().filter(api).header("Authorization", "Bearer " + ContextSettings.API_KEY);
    }

    static ValidatableResponse open(OpenApiValidationFilter api, EventEnvelope event, int attempt) {
        return post(
                api,
                INTERNAL + "run-context",
                new RunContextQuestion(
                        "demo",
                        run(event),
                        attempt,
                        event.eventId(),
                        event.botId(),
                        event.conversationId(),
                        null,
                        List.of(scope())));
    }
}
