/** Texts of PDF files, by Apache PDFBox. */
@NullMarked
package dev.agenthost.context.knowledge.pdfbox;

import org.jspecify.annotations.NullMarked;
