package dev.agenthost.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonProblemsTest {

    enum Colour {
        RED,
        BLUE
    }

    record Leaf(int size, Colour colour) {}

    record Tree(List<Leaf> leaves) {}

    @Test
    void namesTheFieldOfAWrongType() {
        Problem problem = fault("{\"leaves\":[{\"size\":1},{\"size\":\"wide\"}]}");

        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.code()).isEqualTo("invalid_argument");
        assertThat(problem.field()).isEqualTo("leaves[1].size");
        assertThat(problem.detail()).doesNotContain("wide").doesNotContain("dev.agenthost");
    }

    @Test
    void namesTheValuesOfAnEnumeration() {
        Problem problem = fault("{\"leaves\":[{\"colour\":\"green\"}]}");

        assertThat(problem.field()).isEqualTo("leaves[0].colour");
        assertThat(problem.detail()).contains("red, blue").doesNotContain("green");
    }

    @Test
    void saysWhereJsonBreaksOffWithoutRepeatingIt() {
        Problem problem = fault("{\"leaves\": secret");

        assertThat(problem.field()).isNull();
        assertThat(problem.detail()).contains("is not JSON").contains("line 1").doesNotContain("secret");
    }

    @Test
    void saysThatABodyIsEmptyOrNoObject() {
        assertThat(fault("").detail()).isEqualTo("The body is empty.");
        assertThat(fault("[]").status()).isEqualTo(400);
    }

    @Test
    void saysWhichTypeAPlaceTakesInJsonsWordsAndNamesNoClass() {
        assertThat(fault("{\"leaves\":7}").detail()).isEqualTo("leaves must be an array.");
        assertThat(fault("{\"leaves\":[7]}").detail()).isEqualTo("leaves[0] must be an object.");
        assertThat(fault("{\"leaves\":[{\"size\":\"wide\"}]}").detail())
                .isEqualTo("leaves[0].size must be an integer.");
        assertThat(fault("{\"leaves\":[{\"size\":99999999999}]}").detail())
                .isEqualTo("leaves[0].size is a number out of range.");
        assertThat(fault("[]").detail()).isEqualTo("The body must be an object.");
    }

    private static Problem fault(String body) {
        JsonProcessingException thrown = catchThrowableOfType(
                JsonProcessingException.class, () -> new ObjectMapper().readValue(body, Tree.class));
        return JsonProblems.problem(thrown);
    }
}
