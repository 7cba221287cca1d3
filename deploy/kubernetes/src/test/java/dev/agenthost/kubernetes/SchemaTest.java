package dev.agenthost.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** For all values, Helm renders objects that an API server would accept. */
class SchemaTest {
    @Test
    void helmFindsNothingToSayAboutTheChart() {
        LintResult lint = new Helm(Chart.FOLDER).lint().strict().quiet().call();

        assertThat(lint.isFailed()).as("%s", lint.getMessages()).isFalse();
    }

    @TestFactory
    Stream<DynamicTest> everyObjectFitsItsSchema() {
        return Stream.of(
                        Chart.byDefault().objects(),
                        Chart.ofTheExample().objects(),
                        Chart.withEverything().objects(),
                        Chart.withTheLeast().objects(),
                        Chart.documents(Chart.EXAMPLES.resolve("kafka.yaml")),
                        Chart.documents(Chart.EXAMPLES.resolve("secrets.yaml")))
                .flatMap(List::stream)
                .map(object -> DynamicTest.dynamicTest(
                        object.path("kind").asText() + " " + Chart.name(object),
                        () -> assertThat(Schemas.faults(object)).isEmpty()));
    }

    @Test
    void noTwoObjectsHaveTheSameName() {
        assertThat(Chart.withEverything().objects().stream()
                        .map(object -> object.path("kind").asText() + "/" + Chart.name(object)))
                .doesNotHaveDuplicates();
    }

    @Test
    void aMemberThatAKindDoesNotHaveIsFound() {
        Chart chart = Chart.ofTheExample();
        assertThat(spoiled(chart, "Deployment", object -> object.withObject("/spec")
                        .put("replica", 2)))
                .isNotEmpty();
        assertThat(spoiled(chart, "Deployment", object -> ((ObjectNode) object.at("/spec/template/spec/containers/0"))
                        .put("images", "x")))
                .isNotEmpty();
        assertThat(spoiled(
                        chart, "Ingress", object -> object.withObject("/spec").put("class", "x")))
                .isNotEmpty();
        assertThat(spoiled(chart, "PodDisruptionBudget", object -> object.withObject("/spec")
                        .put("maxUnavailble", 1)))
                .isNotEmpty();
        assertThat(spoiled(chart, "KafkaTopic", object -> object.withObject("/spec")
                        .put("partition", 2)))
                .isNotEmpty();
        assertThat(spoiled(chart, "KafkaUser", object -> ((ObjectNode) object.at("/spec/authorization/acls/0"))
                        .put("operatons", "Read")))
                .isNotEmpty();
        assertThat(spoiled(Chart.withEverything(), "PodMonitor", object -> object.withObject("/spec")
                        .put("intervals", "15s")))
                .isNotEmpty();
        assertThat(spoiled(chart, "ScaledObject", object -> object.withObject("/spec")
                        .put("maxReplicas", 2)))
                .isNotEmpty();
    }

    private static List<String> spoiled(Chart chart, String kind, Consumer<ObjectNode> spoil) {
        JsonNode object = chart.all(kind).findFirst().orElseThrow().deepCopy();
        assertThat(Schemas.faults(object)).isEmpty();
        spoil.accept((ObjectNode) object);
        return Schemas.faults(object);
    }
}
