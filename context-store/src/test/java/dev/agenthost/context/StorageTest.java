package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.internal;
import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.state.StorageBytes;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageKind;
import dev.agenthost.protocol.store.state.StorageLimits;
import dev.agenthost.protocol.store.state.StorageOwner;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the storage of a plugin and of a workspace, over REST. An owner's quota is 11 MiB and three keys here. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class StorageTest {
    private static final StorageOwner WORKSPACE = new StorageOwner(StorageKind.WORKSPACE, "");

    private final ContextClient client = new ContextClient(conversation("c-" + UUID.randomUUID()));
    private final EventEnvelope event = said(client.conversation(), "one");
    private final RunId run = run(event);
    private final StorageOwner owner = new StorageOwner(StorageKind.PLUGIN, "acme/" + UUID.randomUUID());

    @BeforeEach
    void aRunIsOpen() {
        client.open(event, 1).statusCode(200);
    }

    @Test
    void aValueIsSetReadListedAndDeleted() {
        set("o1", "b", "AHY=").statusCode(200).body("success", equalTo(true));
        set("o2", "a", "").statusCode(200);

        get(owner, "b")
                .statusCode(200)
                .body("value_base64", equalTo("AHY="))
                .body("etag", matchesPattern("[0-9a-f]{64}"));
        get(owner, "a").statusCode(200).body("value_base64", equalTo(""));
        keys(owner).statusCode(200).body("keys", contains("a", "b"));
        delete("o3", "b").statusCode(200).body("success", equalTo(true));
        delete("o4", "b").statusCode(200).body("success", equalTo(false));
        get(owner, "b").statusCode(404).body("code", equalTo("not_found"));
    }

    @Test
    void aRepetitionChangesNothingAndGetsTheSameAnswer() {
        set("o1", "k", "AHY=").statusCode(200);
        set("o2", "k", "dg==").statusCode(200);

        set("o1", "k", "AHY=").statusCode(200).body("success", equalTo(true));
        get(owner, "k").body("value_base64", equalTo("dg=="));
    }

    @Test
    void anOwnerSeesOnlyItsOwnValues() {
        set("o1", "k", "AHY=").statusCode(200);

        get(WORKSPACE, "k").statusCode(404);
        get(new StorageOwner(StorageKind.PLUGIN, "acme/another"), "k").statusCode(404);
        keys(new StorageOwner(StorageKind.PLUGIN, "acme/another")).body("keys", empty());
        post("/internal/v1/storage/get", StorageCall.get("other", run, 1, owner, "k"))
                .statusCode(404);
    }

    @Test
    void theLargestValueIsStoredAndALargerOneIsRefused() {
        String largest = StorageBytes.base64(new byte[StorageLimits.VALUE_BYTES]);
        set("o1", "k", largest).statusCode(200);
        get(owner, "k").statusCode(200).body("value_base64", equalTo(largest));

        set("o2", "k", StorageBytes.base64(new byte[StorageLimits.VALUE_BYTES + 1]))
                .statusCode(413)
                .body("field", equalTo("value_base64"));
        set("o3", "more", StorageBytes.base64(new byte[1024 * 1024 + 1]))
                .statusCode(413)
                .body("code", equalTo("payload_too_large"))
                .body("detail", containsString("quota"));
        set("o4", "more", "AHY=").statusCode(200);
    }

    @Test
    void noMoreKeysThanTheQuotaAllows() {
        for (int i = 0; i < 3; i++) {
            set("o" + i, "k" + i, "AHY=").statusCode(200);
        }

        set("o4", "k4", "AHY=").statusCode(413).body("detail", containsString("key"));
        delete("o5", "k0").statusCode(200);
        set("o6", "k4", "AHY=").statusCode(200);
    }

    @Test
    void aChangeThatExpectsAnotherValueFails() {
        set("o1", "k", "AHY=").statusCode(200);
        String etag = get(owner, "k").extract().path("etag");
        StorageCall second = StorageCall.set("demo", run, 1, "o2", owner, "k", "dg==");

        post("/internal/v1/storage/set", second.provided(null, true))
                .statusCode(412)
                .body("code", equalTo("precondition_failed"))
                .body("field", equalTo("if_match"));
        post("/internal/v1/storage/set", second.provided(etag, false)).statusCode(200);
        post(
                        "/internal/v1/storage/delete",
                        StorageCall.delete("demo", run, 1, "o3", owner, "k").provided(etag, false))
                .statusCode(412);
        get(owner, "k").body("value_base64", equalTo("dg=="));
    }

    @Test
    void keysAreListedByPagesOrAllAtOnce() {
        for (String key : new String[] {"a/1", "a/2", "b"}) {
            set(key, key, "AHY=").statusCode(200);
        }
        StorageCall all = StorageCall.keys("demo", run, 1, owner);

        keys(owner).body("keys", contains("a/1", "a/2", "b")).body("$", not(hasKey("has_more")));
        post("/internal/v1/storage/keys", all.only("a/", null, 1))
                .statusCode(200)
                .body("keys", contains("a/1"))
                .body("has_more", equalTo(true));
        post("/internal/v1/storage/keys", all.only("a/", "a/1", null))
                .body("keys", contains("a/2"))
                .body("has_more", equalTo(false));
        for (String wrong :
                new String[] {"\"limit\":0", "\"limit\":10001", "\"prefix\":\"\\u0000\"", "\"after\":\"\\u0000\""}) {
            internal()
                    .body("{\"workspace_id\":\"demo\",\"run_id\":\"" + run
                            + "\",\"attempt\":1,\"owner\":{\"kind\":\"workspace\"}," + wrong + "}")
                    .post("/internal/v1/storage/keys")
                    .then()
                    .statusCode(400)
                    .body("field", equalTo(wrong.substring(1, wrong.indexOf('"', 1))));
        }
    }

    @Test
    void invalidConditionsNameTheirField() {
        String write = "{\"workspace_id\":\"demo\",\"run_id\":\"" + run
                + "\",\"attempt\":1,\"operation_id\":\"o1\",\"owner\":{\"kind\":\"workspace\"},\"key\":\"k\",\"value_base64\":\"AHY=\",";
        internal()
                .body(write + "\"if_match\":\"e\",\"if_absent\":true}")
                .post("/internal/v1/storage/set")
                .then()
                .statusCode(400)
                .body("field", equalTo("if_absent"));
        internal()
                .body(write + "\"if_match\":\"\"}")
                .post("/internal/v1/storage/set")
                .then()
                .statusCode(400)
                .body("field", equalTo("if_match"));
        internal()
                .body(write + "\"if_absent\":true}")
                .post("/internal/v1/storage/delete")
                .then()
                .statusCode(400)
                .body("field", equalTo("if_absent"));
    }

    @Test
    void aSupersededOrEndedRunWritesNothing() {
        client.open(event, 2).statusCode(200);
        set("o1", "k", "AHY=").statusCode(409).body("code", equalTo("conflict"));
        delete("o2", "k").statusCode(409);
        post("/internal/v1/runs/end", new RunEnd("demo", run, 2)).statusCode(204);

        post("/internal/v1/storage/set", StorageCall.set("demo", run, 2, "o3", owner, "k", "AHY="))
                .statusCode(409);
        get(owner, "k").statusCode(404);
    }

    @Test
    void invalidReadsNameTheField() {
        set("o1", "k", "AHY").statusCode(400).body("field", equalTo("value_base64"));
        set("o1", "", "AHY=").statusCode(400).body("field", equalTo("key"));
        set("o1", "k".repeat(513), "AHY=").statusCode(400).body("field", equalTo("key"));
        set("o1", "a\0", "AHY=").statusCode(400).body("field", equalTo("key"));
        set("o\0", "k", "AHY=").statusCode(400).body("field", equalTo("operation_id"));
        post("/internal/v1/storage/set", StorageCall.get("demo", run, 1, owner, "k"))
                .statusCode(400)
                .body("field", equalTo("value_base64"));
        post("/internal/v1/storage/delete", StorageCall.get("demo", run, 1, owner, "k"))
                .statusCode(400)
                .body("field", equalTo("operation_id"));
        post("/internal/v1/storage/get", StorageCall.keys("demo", run, 1, owner))
                .statusCode(400)
                .body("field", equalTo("key"));
        get(new StorageOwner(StorageKind.PLUGIN, "acme/\0"), "k")
                .statusCode(400)
                .body("field", equalTo("owner.plugin"));
        String bare = "{\"workspace_id\":\"demo\",\"run_id\":\"" + run + "\",\"attempt\":1,\"key\":\"k\"";
        for (String owners : new String[] {
            "}", ",\"owner\":{\"kind\":\"plugin\"}}", ",\"owner\":{\"kind\":\"galaxy\"}}", ",\"owner\":7}"
        }) {
            internal()
                    .body(bare + owners)
                    .post("/internal/v1/storage/get")
                    .then()
                    .statusCode(400);
        }
        given().contentType("application/json")
                .body("{}")
                .post("/internal/v1/storage/get")
                .then()
                .statusCode(401);
    }

    private ValidatableResponse set(String operation, String key, String value) {
        return post("/internal/v1/storage/set", StorageCall.set("demo", run, 1, operation, owner, key, value));
    }

    private ValidatableResponse get(StorageOwner of, String key) {
        return post("/internal/v1/storage/get", StorageCall.get("demo", run, 1, of, key));
    }

    private ValidatableResponse delete(String operation, String key) {
        return post("/internal/v1/storage/delete", StorageCall.delete("demo", run, 1, operation, owner, key));
    }

    private ValidatableResponse keys(StorageOwner of) {
        return post("/internal/v1/storage/keys", StorageCall.keys("demo", run, 1, of));
    }
}
