package dev.agenthost.platform.egress.http;

/** A response has more bytes than its caller accepts. */
public final class ResponseTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResponseTooLargeException(int most) {
        super("the response has more than " + most + " bytes");
    }
}
