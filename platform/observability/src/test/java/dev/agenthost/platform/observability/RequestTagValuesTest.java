package dev.agenthost.platform.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTagValuesTest {
    @ParameterizedTest
    @ValueSource(ints = {200, 301, 400, 401, 403, 404, 405, 413, 500, 503})
    void anEndpointKeepsItsNameWhateverItAnswers(int status) {
        assertThat(RequestTagValues.uri("/api/v1/runs/{run_id}", status)).isEqualTo("/api/v1/runs/{run_id}");
    }

    @ParameterizedTest
    @CsvSource({
        "101, OTHER",
        "200, OTHER",
        "304, OTHER",
        "400, REFUSED",
        "401, REFUSED",
        "404, NOT_FOUND",
        "405, REFUSED",
        "413, REFUSED",
        "500, REFUSED",
        "503, REFUSED"
    })
    void whatNoEndpointTookHasOneOfThreeNames(int status, String word) {
        assertThat(RequestTagValues.uri(null, status)).isEqualTo(word);
    }

    @Test
    void onlyARouteWithParametersIsAnEndpoint() {
        assertThat(RequestTagValues.template("/runs/:run_id/stream/:part")).isEqualTo("/runs/{run_id}/stream/{part}");
        assertThat(RequestTagValues.template("/*")).isNull();
        assertThat(RequestTagValues.template(null)).isNull();
    }

    @Test
    void aMethodThatHttpDoesNotKnowHasNoNameOfItsOwn() {
        assertThat(RequestTagValues.method("PATCH")).isEqualTo("PATCH");
        assertThat(RequestTagValues.method("get")).isEqualTo("OTHER");
        assertThat(RequestTagValues.method("MADEUP")).isEqualTo("OTHER");
    }
}
