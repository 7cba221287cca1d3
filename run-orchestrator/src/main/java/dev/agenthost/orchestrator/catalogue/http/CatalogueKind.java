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
            throw new InvalidFieldException("cursor", "must be a cursor of an earlier page");
        }
    }

    /** Returns the id in an address; answers "not found" if the text cannot be an id. */
    public String parseId(String text) {
        try {
            return id.apply(text);
        } catch (InvalidFieldException e) {
            throw missing();
        }
    }

    /** Returns the id of the address; the body must have the same id or none. */
    public String matchingId(String addressId, @Nullable String inBody) {
        if (inBody != null && !inBody.equals(addressId)) {
            throw RequestBodyReader.invalid(idField, "differs from the id in the address");
        }
        return addressId;
    }

    ProblemException exists() {
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
