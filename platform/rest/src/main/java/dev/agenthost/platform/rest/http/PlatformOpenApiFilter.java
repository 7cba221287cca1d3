package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.smallrye.openapi.api.SmallRyeOpenAPI;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.info.Info;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.parameters.RequestBody;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.jboss.jandex.IndexView;

/**
 * Adds the parts that the OpenAPI documents of all services have in common: API keys and rights, the problem body of errors, and the
 * errors of authentication. Their texts are in {@code house.yaml}. Runs once, at build time.
 */
@OpenApiFilter(
        stages = OpenApiFilter.RunStage.BUILD,
        documentNames = OpenApiFilter.FILTER_RUN_FOR_ANY_DOCUMENT,
        priority = 1)
public class PlatformOpenApiFilter implements OASFilter {
    private static final String WORDS = "house.yaml";
    private static final int FIRST_ERROR = 400;
    private static final String BEARER = "bearer";

    private final RequiredRoles roles;

    /** @param classes of the service that is built */
    public PlatformOpenApiFilter(IndexView classes) {
        this.roles = new RequiredRoles(classes);
    }

    @Override
    public void filterOpenAPI(OpenAPI document) {
        OpenAPI house = house();
        Info info = Objects.requireNonNull(document.getInfo(), "a service's document has its title");
        info.version(house.getInfo().getVersion()).license(house.getInfo().getLicense());
        document.servers(house.getServers());
        add(document, house.getComponents());
        document.getPaths()
                .getPathItems()
                .forEach((path, item) -> item.getOperations().values().forEach(operation -> {
                    removeDuplicates(operation, document.getComponents());
                    complete(path, operation);
                }));
    }

    /** Removes a parameter that the scanner derived from a method if the document refers to a shared one of the same name and place. */
    private static void removeDuplicates(Operation operation, Components components) {
        List<Parameter> parameters = operation.getParameters();
        if (parameters == null || components.getParameters() == null) {
            return;
        }
        Set<String> shared = parameters.stream()
                .filter(parameter -> parameter.getRef() != null)
                .map(parameter -> components.getParameters().get(nameOf(parameter.getRef())))
                .filter(Objects::nonNull)
                .map(PlatformOpenApiFilter::place)
                .collect(Collectors.toSet());
        operation.setParameters(parameters.stream()
                .filter(parameter -> parameter.getRef() != null || !shared.contains(place(parameter)))
                .toList());
    }

    private static String place(Parameter parameter) {
        return parameter.getIn() + ":" + parameter.getName();
    }

    private static String nameOf(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static OpenAPI house() {
        return SmallRyeOpenAPI.builder()
                .withCustomStaticFile(PlatformOpenApiFilter::words)
                .enableModelReader(false)
                .enableStandardStaticFiles(false)
                .enableAnnotationScan(false)
                .enableStandardFilter(false)
                .build()
                .model();
    }

    private static InputStream words() {
        return Objects.requireNonNull(PlatformOpenApiFilter.class.getResourceAsStream(WORDS), WORDS);
    }

    private static void add(OpenAPI document, Components house) {
        Components components = document.getComponents();
        if (components == null) {
            components = OASFactory.createComponents();
            document.setComponents(components);
        }
        house.getSchemas().forEach(components::addSchema);
        house.getResponses().forEach(components::addResponse);
        house.getSecuritySchemes().forEach(components::addSecurityScheme);
    }

    private void complete(String path, Operation operation) {
        boolean internal = path.startsWith("/internal/");
        if (operation.getSecurity() == null && path.startsWith("/signed/")) {
            // An operation with its own token needs no key.
            operation.setSecurity(List.of());
        }
        if (operation.getSecurity() == null) {
            operation.setSecurity(List.of(
                    OASFactory.createSecurityRequirement().addScheme(internal ? "internal" : BEARER, List.of())));
        }
        if (!operation.getSecurity().isEmpty()) {
            add(operation, "401", "Unauthorized");
        }
        if (operation.getSecurity().stream().anyMatch(key -> key.hasScheme(BEARER))) {
            add(operation, "403", "Forbidden");
            add(operation, "503", "StillReading");
            describeAudience(operation);
        }
        add(operation, "500", "Failed");
        RequestBody body = operation.getRequestBody();
        if (body != null) {
            add(operation, "413", "TooLarge");
            // An operation whose body is declared optional accepts any type.
            if (!Boolean.FALSE.equals(body.getRequired())) {
                add(operation, "415", "UnsupportedMediaType");
            }
        }
        operation.getResponses().getAPIResponses().forEach(PlatformOpenApiFilter::describeProblem);
    }

    private void describeAudience(Operation operation) {
        String value = operation.getDescription();
        roles.sentence(operation.getOperationId())
                .ifPresent(sentence -> operation.setDescription(value == null ? sentence : value + " " + sentence));
    }

    private static void add(Operation operation, String status, String response) {
        Map<String, APIResponse> value = operation.getResponses().getAPIResponses();
        if (!value.containsKey(status)) {
            operation
                    .getResponses()
                    .addAPIResponse(status, OASFactory.createAPIResponse().ref(response));
        }
    }

    /** Gives an error without its own body the problem body. */
    private static void describeProblem(String status, APIResponse response) {
        boolean isError = Integer.parseInt(status) >= FIRST_ERROR;
        if (isError && response.getRef() == null && response.getContent() == null) {
            response.setContent(OASFactory.createContent()
                    .addMediaType(
                            Problem.MEDIA_TYPE,
                            OASFactory.createMediaType()
                                    .schema(OASFactory.createSchema().ref("Problem"))));
        }
    }
}
