package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.error.FailureCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** The texts for the statuses of the web layer itself. */
final class HttpProblems {

    static final int REQUEST_TIMEOUT = 408;
    static final int TOO_LARGE = 413;

    private static final long KIB = 1024;

    private HttpProblems() {}

    static Problem of(int status) {
        return switch (status) {
            case 401 -> Problem.of(FailureCode.UNAUTHORIZED, "An API key is required.");
            case 403, 404 ->
                Problem.of(FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.");
            case 405 -> invalid(status, "This path does not support this method.");
            case 406 -> invalid(status, "None of the media types in Accept is supported.");
            case TOO_LARGE ->
                Problem.of(FailureCode.PAYLOAD_TOO_LARGE, "The body is larger than the limit of this path.");
            case 415 -> Problem.of(FailureCode.UNSUPPORTED_MEDIA_TYPE, "This path does not support this Content-Type.");
            default -> invalid(status, "The request cannot be understood.");
        };
    }

    /** Returns 413 with the limit, and with the size if the sender declared it. */
    static Problem tooLarge(long limit, @Nullable Long size) {
        return Problem.of(
                FailureCode.PAYLOAD_TOO_LARGE,
                size == null
                        ? "The body is larger than the limit of " + mebibytes(limit) + "."
                        : "The body is " + mebibytes(size) + "; the limit is " + mebibytes(limit) + ".");
    }

    /** Returns 415 with the types that the path accepts. */
    static Problem unsupportedType(String taken) {
        return Problem.of(
                FailureCode.UNSUPPORTED_MEDIA_TYPE, "This path supports " + taken + ", and no other Content-Type.");
    }

    /** Returns 415 for a compressed body. */
    static Problem encoded() {
        return Problem.of(
                FailureCode.UNSUPPORTED_MEDIA_TYPE,
                "Content-Encoding is not supported, gzip included: send the body uncompressed.");
    }

    /** Returns 503 for a body for which there is no memory now. */
    static Problem busy() {
        return Problem.of(
                FailureCode.HOST_OVERLOADED, "The memory for request bodies is exhausted. Send the request again.");
    }

    /** Returns 503 for a request that waited too long for the database or another dependency. */
    static Problem dependencySlow() {
        return Problem.of(FailureCode.HOST_OVERLOADED, "A dependency did not answer in time. Send the request again.");
    }

    /** Returns 408 for a body that arrives too slowly. */
    static Problem slow() {
        return Problem.withStatus(
                REQUEST_TIMEOUT,
                FailureCode.HOST_OVERLOADED,
                "The body arrived too slowly. Send the request again.",
                null);
    }

    private static String mebibytes(long bytes) {
        return bytes < KIB
                ? bytes + " bytes"
                : bytes < KIB * KIB ? decimal(bytes, KIB) + " KiB" : decimal(bytes, KIB * KIB) + " MiB";
    }

    /** Rounds up, so that a size over a limit never equals the limit in text. */
    private static String decimal(long bytes, long unit) {
        return BigDecimal.valueOf(bytes)
                .divide(BigDecimal.valueOf(unit), 3, RoundingMode.CEILING)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static Problem invalid(int status, String detail) {
        return Problem.withStatus(status, FailureCode.INVALID_ARGUMENT, detail, null);
    }
}
