package dev.agenthost.orchestrator.catalogue.http;

import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The names of one kind of catalogue items in addresses, audit and documents.
 *
 * @param path of the collection
 * @param name in the audit
 * @param idField the field of the id
 * @param id checks a given id; throws if the text cannot be an id
 * @param document the item as callers read it
 */
public record CatalogueKind<T>(
        String path, String name, String idField, UnaryOperator<String> id, Function<T, Object> document) {

    PageRequest page(@Nullable String limit, @Nullable String cursor) {
        return RequestBodyReader.checked(() -> PageRequest.of(limit, cursor(cursor)));
    }

    private @Nullable String cursor(@Nullable String text) {
        try {
            return text == null ? null : id.apply(text);
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException("cursor", "is none that was given");
        }
    }

    /** Returns the id in an address; answers "not found" if the text cannot be an id. */
    public String named(String given) {
        try {
            return id.apply(given);
        } catch (InvalidFieldException e) {
            throw missing();
        }
    }

    /** The id of an address, where the body names none or the same. */
    public String agreed(String named, @Nullable String inBody) {
        if (inBody != null && !inBody.equals(named)) {
            throw RequestBodyReader.invalid(idField, "is not the one of the address");
        }
        return named;
    }

    ProblemException taken() {
        return new ProblemException(
                FailureCode.CONFLICT,
                "This " + idField + " exists already. Replace the resource with PUT, or choose another id.",
                idField);
    }

    static ProblemException missing() {
        return new ProblemException(
                FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.");
    }
}
