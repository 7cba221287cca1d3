package dev.agenthost.platform.rest;

import static io.restassured.RestAssured.given;

import io.restassured.filter.Filter;
import io.restassured.filter.FilterContext;
import io.restassured.http.Header;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * For tests: a REST Assured filter that checks every exchange against the document that the service under test serves:
 * operation, status, media type, headers, question and answer. It records the exchanges, so that a test can find
 * described answers that never occurred.
 */
public final class OpenApiValidationFilter implements Filter {
    /** Folder of the copies; tests run in their module's folder. */
    private static final Path COPIES = Path.of("..", "docs", "openapi");

    private final String name;
    private final String yaml;
    private final OpenApiDocument description;
    private final TreeSet<String> seen = new TreeSet<>();

    private OpenApiValidationFilter(String name, String yaml, String json) {
        this.name = name;
        this.yaml = yaml;
        this.description = new OpenApiDocument(json);
    }

    /** Returns a filter for the running service's document at {@code /openapi/<name>}. */
    public static OpenApiValidationFilter of(String name) {
        return of(name, "/openapi/" + name);
    }

    /** Returns a filter for the document at that path, whose copy has that name. */
    public static OpenApiValidationFilter of(String name, String path) {
        return new OpenApiValidationFilter(name, fetched(path, "yaml"), fetched(path, "json"));
    }

    /** Writes the copy with {@code -Dopenapi.write}; otherwise fails if the copy in {@code docs/openapi} differs. */
    public void isItsCopy() throws IOException {
        Path copy = COPIES.resolve(name + ".yaml");
        if (System.getProperty("openapi.write") != null) {
            Files.createDirectories(COPIES);
            Files.writeString(copy, yaml);
        } else if (!Files.exists(copy) || !Files.readString(copy).equals(yaml)) {
            throw new AssertionError(copy.normalize() + " is not what is served; -Dopenapi.write writes it anew");
        }
    }

    /** Fails for an example that violates its schema, or an operation without a required field. */
    public void isWhole() {
        List<String> faults = description.faultsOfItself();
        if (!faults.isEmpty()) {
            throw new AssertionError(name + ": " + String.join("\n", faults));
        }
    }

    /** Returns the described answers that did not occur, as {@code operationId status}, without those statuses. */
    public Set<String> unseen(String... withoutStatuses) {
        TreeSet<String> unseen = description.all();
        unseen.removeAll(seen);
        unseen.removeIf(one -> List.of(withoutStatuses).contains(one.substring(one.lastIndexOf(' ') + 1)));
        return unseen;
    }

    @Override
    public Response filter(
            FilterableRequestSpecification request, FilterableResponseSpecification response, FilterContext context) {
        Response answered = context.next(request, response);
        check(exchange(request, answered));
        return answered;
    }

    private void check(RecordedExchange exchange) {
        String what = exchange.method() + " " + exchange.path() + " → " + exchange.status();
        OpenApiOperation operation = description
                .operation(exchange.method(), exchange.path())
                .orElseThrow(() -> new AssertionError(what + " is no operation of " + name));
        List<String> faults = description.faults(operation, exchange);
        if (!faults.isEmpty()) {
            throw new AssertionError(what + " is not as described:\n" + String.join("\n", faults));
        }
        seen.add(operation.id() + " " + exchange.status());
    }

    private static RecordedExchange exchange(FilterableRequestSpecification request, Response answered) {
        String type = answered.contentType();
        return new RecordedExchange(
                request.getMethod(),
                URI.create(request.getURI()).getRawPath(),
                text(request.getBody()),
                answered.statusCode(),
                type == null || type.isEmpty() ? null : type.split(";", 2)[0].strip(),
                answered.asString(),
                answered.headers().asList().stream()
                        .map(Header::getName)
                        .map(header -> header.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()));
    }

    private static @Nullable String text(@Nullable Object body) {
        if (body instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return body == null ? null : body.toString();
    }

    private static String fetched(String path, String format) {
        return given().queryParam("format", format)
                .get(path)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }
}
