package dev.agenthost.context;

import static dev.agenthost.context.fixture.UploadFixture.content;
import static dev.agenthost.context.fixture.UploadFixture.random;
import static dev.agenthost.context.fixture.UploadFixture.sha256;
import static dev.agenthost.context.fixture.UploadFixture.visibleFrom;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that event-gateway fetched from a platform. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class AttachmentsTest {
    private final String conversation = "c-" + UUID.randomUUID();

    @Test
    void aFileIsAnArtifactOfItsConversation() throws Exception {
        byte[] bytes = random(3 * 1024 * 1024 + 7);
        String artifact = put(UUID.randomUUID(), bytes, file("../photo é.bin"))
                .statusCode(200)
                .body("size_bytes", equalTo(bytes.length))
                .body("name", equalTo("photo é.bin"))
                .body("sha256", equalTo(sha256(bytes)))
                .extract()
                .path("artifact_id");

        assertThat(content(artifact).statusCode(200).extract().asByteArray()).isEqualTo(bytes);
        visibleFrom(conversation, artifact).statusCode(200);
        visibleFrom("another", artifact).statusCode(404);
    }

    @Test
    void aRepetitionAnswersWithTheStoredArtifact() {
        UUID upload = UUID.randomUUID();
        byte[] bytes = random(100_000);
        String first = put(upload, bytes, file("a")).statusCode(200).extract().path("artifact_id");

        put(upload, bytes, file("a")).statusCode(200).body("artifact_id", equalTo(first));
    }

    @Test
    void repetitionsAtOnceStoreOneArtifact() throws Exception {
        UUID upload = UUID.randomUUID();
        byte[] bytes = random(2_500_000);
        Set<String> stored = new HashSet<>();
        Callable<String> repetition = () -> {
            while (true) {
                ValidatableResponse answer = put(upload, bytes, file("a"));
                int status = answer.extract().statusCode();
                if (status == 200) {
                    return answer.extract().path("artifact_id");
                }
                assertThat(status).as(answer.extract().asString()).isIn(409, 429, 503);
            }
        };
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var answer : callers.invokeAll(
                    IntStream.range(0, 6).mapToObj(any -> repetition).toList())) {
                stored.add(answer.get());
            }
        }
        assertThat(stored).hasSize(1);
        assertThat(content(stored.iterator().next()).extract().asByteArray()).isEqualTo(bytes);
    }

    @Test
    void aFileThatIsCutIsContinued() {
        UUID upload = UUID.randomUUID();
        byte[] bytes = random(2_500_000);
        put(upload, Arrays.copyOf(bytes, 1_200_000), file("a").queryParam("size", bytes.length))
                .statusCode(400)
                .body("field", equalTo("size"));

        String artifact =
                put(upload, bytes, file("a")).statusCode(200).extract().path("artifact_id");
        assertThat(content(artifact).extract().asByteArray()).isEqualTo(bytes);
    }

    @Test
    void bytesThatAreNotOfTheDeclaredKindAreRefused() {
        byte[] page = "<!DOCTYPE html><html><body>hi</body></html>".getBytes(StandardCharsets.UTF_8);

        put(UUID.randomUUID(), page, file("photo.png").queryParam("mime_type", "image/png"))
                .statusCode(415);
    }

    @ParameterizedTest
    @CsvSource({
        "workspace_id, '', workspace_id",
        "bot_id, '', bot_id",
        "conversation_id, '', conversation_id",
        "size, x, Upload-Length",
        "size, 99999999999999, Upload-Length",
    })
    void eachFaultIsNamed(String parameter, String value, String field) {
        RequestSpecification request = given().queryParam("artifact_type", "file");
        for (String name : new String[] {"workspace_id", "bot_id", "conversation_id", "size"}) {
            request.queryParam(name, name.equals(parameter) ? value : name.equals("size") ? "3" : "demo");
        }
        ValidatableResponse answer = put(UUID.randomUUID(), new byte[3], request);
        assertThat(answer.extract().statusCode()).isIn(400, 413);
        answer.body("field", endsWith(field));
    }

    @Test
    void onlyServicesStoreAttachments() {
        file("a")
                .queryParam("size", 1)
                .header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType("application/octet-stream")
                .body(new byte[1])
                .put("/internal/v1/attachments/" + UUID.randomUUID())
                .then()
                .statusCode(401);
    }

    private RequestSpecification file(String name) {
        return given().queryParam("workspace_id", "demo")
                .queryParam("bot_id", "bot")
                .queryParam("conversation_id", conversation)
                .queryParam("artifact_type", "file")
                .queryParam("name", name);
    }

    private static ValidatableResponse put(UUID upload, byte[] bytes, RequestSpecification file) {
        RequestSpecification request = file.header("Authorization", "Bearer " + ContextSettings.INTERNAL_KEY)
                .contentType("application/octet-stream")
                .body(bytes);
        var query = io.restassured.specification.SpecificationQuerier.query(request);
        if (!query.getQueryParams().containsKey("size")) {
            request.queryParam("size", bytes.length);
        }
        return request.put("/internal/v1/attachments/" + upload).then();
    }
}
