package dev.agenthost.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.gson.JsonParseException;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The schema errors of an object, by the types that Kubernetes, Strimzi and Prometheus' operator publish, and for KEDA by our own
 * schema of the part that we use (KEDA publishes no artifact in Maven). A member that a type does not have is an error.
 */
final class Schemas {
    private static final Map<String, Class<?>> KUBERNETES = Map.of(
            "v1/ConfigMap", V1ConfigMap.class,
            "v1/Secret", V1Secret.class,
            "v1/Service", V1Service.class,
            "v1/ServiceAccount", V1ServiceAccount.class,
            "apps/v1/Deployment", V1Deployment.class,
            "networking.k8s.io/v1/Ingress", V1Ingress.class,
            "networking.k8s.io/v1/NetworkPolicy", V1NetworkPolicy.class,
            "policy/v1/PodDisruptionBudget", V1PodDisruptionBudget.class);
    private static final Map<String, Class<?>> OPERATORS = Map.of(
            "kafka.strimzi.io/v1beta2/Kafka", Kafka.class,
            "kafka.strimzi.io/v1beta2/KafkaNodePool", KafkaNodePool.class,
            "kafka.strimzi.io/v1beta2/KafkaTopic", KafkaTopic.class,
            "kafka.strimzi.io/v1beta2/KafkaUser", KafkaUser.class,
            "monitoring.coreos.com/v1/PodMonitor", PodMonitor.class);
    private static final String KEDA = "keda.sh/v1alpha1/";

    private static final JsonMapper STRICT = JsonMapper.builder()
            .annotationIntrospector(new NothingUnknown())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Schemas() {}

    static List<String> faults(JsonNode object) {
        String kind =
                object.path("apiVersion").asText() + "/" + object.path("kind").asText();
        if (KUBERNETES.containsKey(kind)) {
            return kubernetes(object, KUBERNETES.get(kind));
        }
        if (OPERATORS.containsKey(kind)) {
            return operators(object, OPERATORS.get(kind));
        }
        return kind.startsWith(KEDA) ? keda(object) : List.of(kind + " is no kind that is known here");
    }

    private static List<String> kubernetes(JsonNode object, Class<?> type) {
        try {
            JSON.getGson().fromJson(object.toString(), type);
            return List.of();
        } catch (JsonParseException | IllegalArgumentException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> operators(JsonNode object, Class<?> type) {
        try {
            STRICT.treeToValue(object, type);
            return List.of();
        } catch (JsonProcessingException e) {
            return List.of(e.getOriginalMessage());
        }
    }

    private static List<String> keda(JsonNode object) {
        return kedaSchema().validate(object.toString(), InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    private static Schema kedaSchema() {
        try (InputStream schema = Objects.requireNonNull(Schemas.class.getResourceAsStream("keda.schema.json"))) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reports unknown members as errors, which the operators' types would otherwise accept. */
    private static final class NothingUnknown extends JacksonAnnotationIntrospector {
        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }
}
