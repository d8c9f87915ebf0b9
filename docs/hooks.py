"""What MkDocs calls while it builds the site; the functions themselves are in the package."""

from bruges_lab.site.hooks import on_config, on_files, on_page_content, on_page_markdown, on_post_build

__all__ = ["on_config", "on_files", "on_page_content", "on_page_markdown", "on_post_build"]
