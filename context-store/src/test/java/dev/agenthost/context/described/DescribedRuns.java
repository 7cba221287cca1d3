package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.open;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.scope;
import static dev.agenthost.context.described.DescribedRequests.service;
import static dev.agenthost.context.fixture.Records.run;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageKind;
import dev.agenthost.protocol.store.state.StorageOwner;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.UUID;

/** Requests about state, storage and results of a run, and refused requests of services. */
public final class DescribedRuns {
    private DescribedRuns() {}

    /** Requests every endpoint between services. */
    public static void refusals(OpenApiValidationFilter api) {
        for (String path : List.of(
                "history/page",
                "history/search",
                "events/get",
                "events/page",
                "artifacts/put",
                "artifacts/metadata",
                "artifacts/read",
                "artifacts/upload-token",
                "raw-payloads/put",
                "raw-payloads/metadata",
                "raw-payloads/read",
                "files/read",
                "skills/read",
                "skills/register",
                "run-context",
                "runs/end",
                "runs/results",
                "state/get",
                "state/set",
                "state/delete",
                "state/apply",
                "state/list",
                "storage/get",
                "storage/set",
                "storage/delete",
                "storage/keys",
                "knowledge/retrieve",
                "embedding-models",
                "erased-events")) {
            refusals(api, INTERNAL + path);
        }
    }

    public static void call(OpenApiValidationFilter api, EventEnvelope event) {
        RunId run = run(event);
        TextNode value = TextNode.valueOf("x");
        open(api, event, 2).statusCode(200);
        open(api, event, 1).statusCode(409);
        state(api, "set", StateCall.set("demo", run, 2, "o1", scope(), "n", value))
                .statusCode(200);
        state(api, "set", StateCall.set("demo", run, 1, "o2", scope(), "n", value))
                .statusCode(409);
        state(
                        api,
                        "set",
                        StateCall.set("demo", run, 2, "o5", scope(), "n", value).provided(null, true))
                .statusCode(412)
                .body("code", equalTo("precondition_failed"));
        state(
                        api,
                        "delete",
                        StateCall.delete("demo", run, 2, "o6", scope(), "n").provided("other", false))
                .statusCode(412);
        state(api, "get", StateCall.get("demo", run, 2, scope(), "n")).statusCode(200);
        state(api, "list", StateCall.list("demo", run, 2, scope(), null, 10)).statusCode(200);
        changes(api, run, 2, StateChange.set("m", value)).statusCode(200);
        changes(api, run, 1, StateChange.set("m", value)).statusCode(409);
        changes(api, run, 2, StateChange.set("m", value).provided(null)).statusCode(412);
        state(api, "delete", StateCall.delete("demo", run, 2, "o3", scope(), "n"))
                .statusCode(200);
        state(api, "delete", StateCall.delete("demo", run, 1, "o4", scope(), "n"))
                .statusCode(409);
        storage(api, run);
        post(api, INTERNAL + "runs/results", new RunResultsQuestion("demo", run, null, null, null, null))
                .statusCode(200)
                .body("items", hasSize(2))
                .body("items[1].type", equalTo("message.completed"));
        post(api, INTERNAL + "runs/end", new RunEnd("demo", run, 2)).statusCode(204);
        open(api, event, 3).statusCode(409);
    }

    private static void storage(OpenApiValidationFilter api, RunId run) {
        StorageOwner owner = new StorageOwner(StorageKind.PLUGIN, "agenthost/described");
        post(api, INTERNAL + "storage/set", StorageCall.set("demo", run, 2, "s1", owner, "k", "AHY="))
                .statusCode(200);
        post(api, INTERNAL + "storage/set", StorageCall.set("demo", run, 1, "s2", owner, "k", "AHY="))
                .statusCode(409);
        post(
                        api,
                        INTERNAL + "storage/set",
                        StorageCall.set("demo", run, 2, "s5", owner, "k", "AHY=")
                                .provided(null, true))
                .statusCode(412);
        post(
                        api,
                        INTERNAL + "storage/delete",
                        StorageCall.delete("demo", run, 2, "s6", owner, "k").provided("another", false))
                .statusCode(412);
        post(api, INTERNAL + "storage/get", StorageCall.get("demo", run, 2, owner, "k"))
                .statusCode(200);
        post(api, INTERNAL + "storage/get", StorageCall.get("demo", run, 2, owner, "none"))
                .statusCode(404);
        post(
                        api,
                        INTERNAL + "storage/keys",
                        StorageCall.keys("demo", run, 2, owner).only("k", null, 1))
                .statusCode(200);
        post(api, INTERNAL + "storage/keys", StorageCall.keys("demo", run, 2, owner))
                .statusCode(200);
        post(api, INTERNAL + "storage/delete", StorageCall.delete("demo", run, 2, "s3", owner, "k"))
                .statusCode(200);
        post(api, INTERNAL + "storage/delete", StorageCall.delete("demo", run, 1, "s4", owner, "k"))
                .statusCode(409);
    }

    private static ValidatableResponse state(OpenApiValidationFilter api, String what, StateCall call) {
        return post(api, INTERNAL + "state/" + what, call);
    }

    private static ValidatableResponse changes(
            OpenApiValidationFilter api, RunId run, int attempt, StateChange change) {
        StateChange deletion = StateChange.delete("none");
        return post(
                api,
                INTERNAL + "state/apply",
                new StateChanges(
                        "demo", run, attempt, UUID.randomUUID().toString(), scope(), List.of(deletion, change)));
    }

    private static void refusals(OpenApiValidationFilter api, String path) {
        service(api).body("{}").post(path).then().statusCode(400);
        service(api).contentType("text/plain").body("x").post(path).then().statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body("{}")
                .post(path)
                .then()
                .statusCode(401);
    }
}
