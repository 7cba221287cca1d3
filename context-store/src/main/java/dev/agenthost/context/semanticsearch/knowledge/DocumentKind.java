package dev.agenthost.context.semanticsearch.knowledge;

import java.util.Arrays;
import java.util.Optional;

/** The supported kinds of documents. */
public enum DocumentKind {
    TEXT("text/plain"),
    MARKDOWN("text/markdown"),
    HTML("text/html"),
    PDF("application/pdf");

    private final String mimeType;

    DocumentKind(String mimeType) {
        this.mimeType = mimeType;
    }

    public String mimeType() {
        return mimeType;
    }

    public static Optional<DocumentKind> of(String mimeType) {
        return Arrays.stream(values())
                .filter(kind -> kind.mimeType.equals(mimeType))
                .findFirst();
    }
}
