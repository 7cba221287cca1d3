package dev.agenthost.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That the check bites: each planted difference between a document and an exchange is found. */
class OpenApiDocumentTest {
    private static final OpenApiDocument API = new OpenApiDocument("""
            {"openapi":"3.1.0","paths":{
              "/things":{"post":{"operationId":"make","summary":"Make","tags":["t"],"security":[],
                "requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"},
                  "example":{"name":"a","colour":"red"}}}},
                "responses":{"201":{"$ref":"#/components/responses/Made"},"400":{"content":{"application/problem+json":
                  {"schema":{"type":"object"}}}}}}},
              "/things/{id}":{"get":{"operationId":"read","responses":{"200":{"content":{}}}}},
              "/things/all":{"get":{"operationId":"all","responses":{"200":{"content":{}}}}}},
             "components":{
              "schemas":{"Thing":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},
              "responses":{"Made":{"headers":{"Location":{"required":true}},
                "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}}}}}""");

    @Test
    void anExchangeAsDescribedHasNoFault() {
        assertThat(faults("{\"name\":\"a\"}", 201, "application/json", "{\"name\":\"a\"}", "location"))
                .isEmpty();
    }

    @Test
    void findsWhatIsNotAsDescribed() {
        assertThat(faults("{}", 201, "application/json", "{\"name\":\"a\"}", "location"))
                .singleElement()
                .asString()
                .startsWith("question:");
        assertThat(faults(null, 201, "application/json", "{\"name\":1}", "location"))
                .singleElement()
                .asString()
                .startsWith("answer:");
        assertThat(faults(null, 201, "application/json", "{\"name\":\"a\",\"more\":1}", "location"))
                .singleElement()
                .asString()
                .contains("more");
        assertThat(faults(null, 201, "application/json", "{\"name\":\"a\"}"))
                .containsExactly("the header Location is missing");
        assertThat(faults(null, 201, "text/plain", "a", "location")).containsExactly("text/plain is not described");
        assertThat(faults(null, 201, null, "", "location")).hasSize(1);
        assertThat(faults(null, 204, null, "")).singleElement().asString().contains("204");
    }

    @Test
    void aPathThatIsWrittenOutIsPreferred() {
        assertThat(API.operation("GET", "/things/all").orElseThrow().id()).isEqualTo("all");
        assertThat(API.operation("GET", "/things/1").orElseThrow().id()).isEqualTo("read");
        assertThat(API.operation("GET", "/things/1/2")).isEmpty();
        assertThat(API.operation("DELETE", "/things/1")).isEmpty();
    }

    @Test
    void findsAnExampleThatIsNoneAndAnOperationWithoutAName() {
        assertThat(API.faultsOfItself())
                .anyMatch(fault -> fault.startsWith("make, example:") && fault.contains("colour"));
        assertThat(API.faultsOfItself()).contains("read has no summary", "read has no tags", "all has no security");
    }

    private static List<String> faults(
            @Nullable String question, int status, @Nullable String type, String answer, String... headers) {
        OpenApiOperation operation = API.operation("POST", "/things").orElseThrow();
        return API.faults(
                operation, new RecordedExchange("POST", "/things", question, status, type, answer, Set.of(headers)));
    }
}
